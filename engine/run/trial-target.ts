import { availableParallelism } from 'node:os';
import type { ErrorReport } from '../../contracts/errors.ts';
import {
  type Cell,
  type PlannedTrial,
  serverOf,
  textKindOf,
} from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { unverifiedNote } from '../../contracts/experiment/own-tls.ts';
import type { ServiceSetup } from '../../contracts/service-messages.ts';
import { defaultStack } from '../../contracts/stacks.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { recentTokens } from '../../workloads/own-service/tokens.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { fieldsOf } from '../../workloads/workload.ts';
import type { Clock } from '../platform/clock.ts';
import { bundledAddress, remoteAddress, serviceTls } from './address.ts';
import type { ServiceProcess } from './forked-service.ts';
import { type Hop, HopChain, hopDeath } from './hops.ts';
import { ServerWatch } from './server-watch.ts';
import { serverName, startServer } from './servers/start-server.ts';
import type { ServicesElsewhere } from './services-elsewhere.ts';
import { serviceName, startIn } from './stack-service.ts';

/** The target of a trial, with its hops and watches. */
export interface TrialTarget {
  /** Endpoint that the client connects to: the hop in front, or else the service. */
  readonly address: Address;
  /** Address of its service, as users write it; null for a bundled one. */
  readonly place: string | null;
  /** Null for a remote target, whose internals are not visible. */
  readonly service: ServiceProcess | null;
  readonly watch: ServerWatch | null;
  /** Ordered from the service to the client: the gateway, the emulated network. */
  readonly hops: readonly Hop[];
  /** Sentences about problems so far. */
  readonly notes: readonly string[];
  /** Calls back when one of its processes ends before {@link TrialTarget.stop}. */
  onDeath(listener: (failure: ErrorReport) => void): void;
  /** Ends the processes, from the client to the service. */
  stop(): Promise<void>;
}

/** Start options for the processes of a trial. */
export interface ServicePlace {
  /** Folder of the certificates. */
  readonly home: string;
  /** Base folder of the experiment's files. */
  readonly folder: string;
  /** 0 is normal priority (Linux). */
  readonly niceness: number;
  /** Cores that the processes are pinned to; null for no pinning. */
  readonly cores: readonly number[] | null;
  /** Address at which the load reaches services started here; 127.0.0.1 by default. */
  readonly host?: string;
  /** Aborts waiting for a server. */
  readonly signal?: AbortSignal;
  /** The other machine on which bundled services are started; null for this one. */
  readonly elsewhere?: ServicesElsewhere | null;
  readonly clock?: Clock;
}

/** Activity while a service is started for a trial; null where none is. */
export function startingWords(
  experiment: Experiment,
  { cell }: Pick<PlannedTrial, 'cell'>,
  elsewhere: ServicesElsewhere | null,
): string | null {
  if (experiment.target === 'bundled') {
    return `Starting the ${serviceName(cell)}${elsewhere ? ` on ${elsewhere.machine.name}` : ''}`;
  }
  return serverOf(experiment, cell)?.start ? `Starting the ${serverName(cell)}` : null;
}

/**
 * Starts the service of a trial, or finds its remote target, and starts the hops in front of it.
 * @throws WirebenchError SERVICE_START_FAILED, SERVER_START_FAILED, SERVER_NOT_FOUND
 */
export async function reachTarget(
  experiment: Experiment,
  planned: Pick<PlannedTrial, 'cell'>,
  place: ServicePlace,
): Promise<TrialTarget> {
  return experiment.target === 'bundled'
    ? reachBundled(experiment, planned, place)
    : reachRemote(experiment, planned, place);
}

async function reachRemote(
  experiment: Experiment,
  { cell }: Pick<PlannedTrial, 'cell'>,
  place: ServicePlace,
): Promise<TrialTarget> {
  const { secrets: known = [], tokens = [] } = experiment.custom ?? {};
  const secrets = () => [...known, ...recentTokens(tokens)];
  const server = await startServer(experiment, cell, { ...place, secrets });
  const chain = new HopChain({ host: '', port: 0 }, { ...place, seed: experiment.seed });
  try {
    const target = server?.addresses ?? experiment.target;
    const { ownTls = {} } = experiment;
    const address = await remoteAddress({ target, ownTls }, cell, place.home);
    chain.leadTo(address);
    await chain.addNetwork(cell);
    const died = (reason: string): ErrorReport => diedServer(cell, reason, server?.process.log);
    return targetOf(
      { ...address, ...chain.front },
      target === 'bundled' ? null : (target[cell.protocol] ?? null),
      server && { process: server.process, died },
      {
        chain,
        notes: address.tls?.verify === false ? [unverifiedNote(cell.protocol)] : [],
        clock: place.clock,
      },
    );
  } catch (error) {
    await chain.stop();
    await server?.process.stop();
    throw error;
  }
}

function diedServer(cell: Cell, reason: string, log: readonly string[] = []): ErrorReport {
  return {
    code: 'SERVER_DIED',
    message: `The ${serverName(cell)} ${reason} during the trial`,
    ...(log.length > 0 ? { hint: log.join('\n') } : {}),
  };
}

async function reachBundled(
  experiment: Experiment,
  { cell }: Pick<PlannedTrial, 'cell'>,
  place: ServicePlace,
): Promise<TrialTarget> {
  const { workload } = experiment;
  if (workload === 'custom') throw new TypeError('an own service is not bundled');
  const { home, niceness, cores, host = '127.0.0.1', elsewhere } = place;
  const hosts = elsewhere ? [elsewhere.machine.host] : [];
  const tls = await serviceTls(cell.tls, home, hosts);
  const hasGateway = cell.gateway === 'on';
  const start = {
    workload,
    protocol: cell.protocol,
    setup: serviceSetupOf(experiment, cell),
    formats: experiment.formats,
    tls: hasGateway ? null : tls,
    delayMs: 0,
    workers: serviceWorkersOf(experiment, elsewhere?.machine.cores ?? availableParallelism()),
  } as const;
  const { stack = defaultStack } = cell;
  const { signal } = place;
  // Cores and priority apply to this machine only.
  const service = elsewhere
    ? await elsewhere.start(stack, start, signal)
    : await startIn(stack, { ...start, host, port: 0, niceness }, { cores, signal });
  const chain = new HopChain(service, { ...place, seed: experiment.seed });
  try {
    if (hasGateway) await chain.addGateway(cell, tls);
    await chain.addNetwork(cell);
  } catch (error) {
    await chain.stop();
    await service.stop();
    throw error;
  }
  // In that case the gateway, which runs here, has the certificate.
  const certified = elsewhere && !hasGateway ? elsewhere.machine.host : 'localhost';
  const address = await bundledAddress(chain.front, cell.tls, home, certified);
  const died = (reason: string): ErrorReport => ({
    code: 'SERVICE_DIED',
    message: `The ${serviceName(cell)} ${reason} during the trial`,
    ...(service.log.length > 0 ? { hint: service.log.join('\n') } : {}),
  });
  const own = { process: service, died };
  return targetOf(address, null, own, { chain, notes: [], clock: place.clock });
}

interface Surroundings {
  readonly chain: HopChain;
  readonly notes: readonly string[];
  readonly clock: Clock | undefined;
}

interface OwnService {
  readonly process: ServiceProcess;
  died(reason: string): ErrorReport;
}

function targetOf(
  address: Address,
  place: string | null,
  service: OwnService | null,
  { chain, notes, clock }: Surroundings,
): TrialTarget {
  return {
    address,
    place,
    service: service?.process ?? null,
    watch: service && new ServerWatch(service.process, clock),
    hops: chain.hops,
    get notes() {
      return [...notes, ...chain.notes, ...(service?.process.remarks ?? [])];
    },
    onDeath: (listener) => {
      service?.process.onDeath((reason, failure) => listener(failure ?? service.died(reason)));
      for (const { kind, process } of chain.hops) {
        process.onDeath((reason) => listener(hopDeath(kind, reason)));
      }
    },
    stop: async () => {
      await chain.stop();
      await service?.process.stop();
    },
  };
}

/** Cores that a bundled service may use. */
const serviceWorkersOf = ({ serviceWorkers }: Experiment, cores: number) =>
  serviceWorkers === 'cores' ? cores : serviceWorkers;

/** Data of the bundled service of a cell, and its location. */
function serviceSetupOf(experiment: Experiment, cell: Cell): ServiceSetup {
  const { data, seed, database } = experiment;
  return {
    data,
    seed,
    text: textKindOf(experiment, cell),
    fields: fieldsOf(workloadIn(experiment), cell),
    dates: cell.dates ?? 'full',
    database: {
      kind: cell.database ?? 'none',
      url: database.url ?? null,
      pool: database.pool,
      waitMs: database.wait,
    },
  };
}
