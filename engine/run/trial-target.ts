import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { pinProcess } from '../platform/pinning.ts';
import { bundledAddress, remoteAddress, serviceTls } from './address.ts';
import { ServerWatch } from './server-watch.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { serviceSetupOf } from './service-setup.ts';

/** Who answers in a trial, and how that is watched. */
export interface TrialTarget {
  readonly address: Address;
  /** Null for a remote target, whose inside is not visible. */
  readonly service: ServiceProcess | null;
  readonly watch: ServerWatch | null;
  /** What did not go as wished, in sentences. */
  readonly notes: readonly string[];
}

/** Where and how the bundled service of a trial is started. */
export interface ServicePlace {
  /** Holds the certificates. */
  readonly home: string;
  /** 0 is the usual priority (Linux). */
  readonly niceness: number;
  /** That the service is bound to; null to leave it to the system. */
  readonly cores: readonly number[] | null;
}

/**
 * Starts the bundled service of a trial, or finds its remote target.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function reachTarget(
  experiment: Experiment,
  { cell }: Pick<PlannedTrial, 'cell'>,
  { home, niceness, cores }: ServicePlace,
): Promise<TrialTarget> {
  if (experiment.target !== 'bundled') {
    const address = await remoteAddress(experiment, cell, home);
    return { address, service: null, watch: null, notes: [] };
  }
  const service = await startService({
    workload: experiment.workload,
    protocol: cell.protocol,
    host: '127.0.0.1',
    port: 0,
    setup: serviceSetupOf(experiment, cell),
    formats: experiment.formats,
    tls: await serviceTls(cell.tls, home),
    delayMs: 0,
    niceness,
  });
  const unbound = cores && (await pinProcess(service.pid, cores));
  return {
    address: await bundledAddress(service, cell.tls, home),
    service,
    watch: new ServerWatch(service),
    notes: unbound ? [unbound] : [],
  };
}
