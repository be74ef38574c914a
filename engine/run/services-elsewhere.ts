import type { ServiceMachine } from '../../contracts/other-side.ts';
import type { ServiceProcess } from './forked-service.ts';
import type { LoadPool } from './load-pool.ts';
import type { startIn } from './stack-service.ts';

/** Starts bundled services on another machine. */
export interface ServicesElsewhere {
  readonly machine: ServiceMachine;
  /**
   * @param signal aborts the wait.
   * @throws WirebenchError SERVICE_START_FAILED, MACHINE_LOST
   */
  start(
    stack: Parameters<typeof startIn>[0],
    start: Omit<Parameters<typeof startIn>[1], 'host' | 'port'>,
    signal?: AbortSignal,
  ): Promise<ServiceProcess>;
  close(): Promise<void>;
}

/** The other machines of a run. */
export interface GatheredMachines {
  /** Null where this machine generates the load. */
  readonly pool: LoadPool | null;
  /** Null where services are started on this machine. */
  readonly services: ServicesElsewhere | null;
}
