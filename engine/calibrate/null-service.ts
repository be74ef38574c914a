import type { Cell } from '../../contracts/experiment/cell.ts';
import { type CorePlan, pinProcess } from '../platform/pinning.ts';
import { serviceTls } from '../run/address.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startService } from '../run/service-process.ts';

export interface NullServiceOrder {
  /** Folder of the certificates. */
  readonly home: string;
  /** Of the process (Linux). */
  readonly niceness: number;
  readonly cores: CorePlan;
}

/** Null services, one at a time: each keeps running while consecutive cells need it. */
export class NullServices {
  readonly #options: NullServiceOrder;
  readonly #startProcess: typeof startService;
  #running: { readonly cell: Cell; readonly service: ServiceProcess } | null = null;

  /** @param startProcess starts a service. */
  constructor(options: NullServiceOrder, startProcess = startService) {
    this.#options = options;
    this.#startProcess = startProcess;
  }

  /** @returns the service that a cell's driver calls. @throws WirebenchError SERVICE_START_FAILED */
  async of(cell: Cell): Promise<ServiceProcess> {
    const running = this.#running;
    if (running?.cell.protocol === cell.protocol && running.cell.tls === cell.tls) {
      return running.service;
    }
    await this.stop();
    const service = await this.#start(cell);
    this.#running = { cell, service };
    // Where the service cannot be pinned, the ceiling is lower, not wrong.
    const { services } = this.#options.cores;
    if (services) await pinProcess(service.pid, services);
    return service;
  }

  /** Ends the running one, if any. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.service.stop();
  }

  async #start({ protocol, tls }: Cell): Promise<ServiceProcess> {
    const { home, niceness } = this.#options;
    return this.#startProcess({
      workload: 'product',
      protocol,
      host: '127.0.0.1',
      port: 0,
      tls: await serviceTls(tls, home),
      delayMs: 0,
      niceness,
      null: true,
    });
  }
}
