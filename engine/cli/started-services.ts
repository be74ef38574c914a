import { WirebenchError } from '../../contracts/errors.ts';
import type { ServiceStart } from '../../contracts/service-messages.ts';
import { notOffered, type Stack } from '../../contracts/stacks.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { stateHome } from '../platform/home.ts';
import { authorityFile, serverIdentity } from '../platform/tls/identity.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startIn, whyNotStarted } from '../run/stack-service.ts';
import { certificateHosts, type InterfacePlace } from '../services/places.ts';
import { type DataSetting, type databaseOption, dataOf } from './service-options.ts';
import { surroundings } from './surroundings.ts';
import { drawTable } from './text/table.ts';

/** Options of `wirebench services start`. */
export interface ServicesOptions {
  readonly protocol: readonly Protocol[];
  readonly workload: WorkloadName;
  readonly database: ReturnType<typeof databaseOption>;
  readonly data: readonly DataSetting[];
  readonly formats: ServiceStart['formats'];
  readonly stack: Stack;
  readonly host: string;
  readonly port: number;
  readonly tls?: true;
}

/** By default, the default protocols that the stack supports. */
export function offered(options: ServicesOptions): ServicesOptions {
  const { stack, workload } = options;
  const protocol = options.protocol.filter((one) => notOffered(stack, workload, one) === null);
  return protocol.length > 0 ? { ...options, protocol } : options;
}

/** Several protocols with a port N get N, N+1, N+2. */
function portsOf({ port }: ServicesOptions, wanted: readonly Protocol[]): number[] {
  const ports = wanted.map((_, index) => (port === 0 ? 0 : port + index));
  if (ports.every((each) => each <= 65_535)) return ports;
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    `--port ${port} leaves too few ports for ${wanted.length} services.`,
  );
}

async function tlsOf(options: ServicesOptions): Promise<ServiceStart['tls']> {
  if (!options.tls) return null;
  const { cert, key } = await serverIdentity(
    stateHome(surroundings().home),
    certificateHosts(options.host),
  );
  return { cert, key, clientCa: null, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' };
}

/** A running service, and its protocol. */
export interface StartedService {
  readonly protocol: Protocol;
  readonly process: ServiceProcess;
}

export const stopServices = (services: readonly StartedService[]) =>
  Promise.all(services.map((service) => service.process.stop()));

/** Starts all services or none. @param startProcess starts one. */
export async function startServices(
  options: ServicesOptions,
  startProcess = startIn,
): Promise<StartedService[]> {
  const wanted = options.protocol;
  const ports = portsOf(options, wanted);
  const { host, workload, formats, database, stack } = options;
  const setup = { data: dataOf(workload, options.data), database };
  const tls = await tlsOf(options);
  const start = async (protocol: Protocol, port: number): Promise<StartedService> => {
    const common = { workload, setup, formats, host, tls, delayMs: 0 };
    const refused = await whyNotStarted({ stack, workload, protocol, formats });
    if (refused !== null) throw new WirebenchError('SERVICE_START_FAILED', refused);
    return {
      protocol,
      process: await startProcess(stack, { ...common, protocol, port }, { cores: null }),
    };
  };
  const starts = wanted.map((protocol, index) => start(protocol, ports[index] ?? 0));
  const settled = await Promise.allSettled(starts);
  const running = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = settled.find((each) => each.status === 'rejected');
  if (!failed) return running;
  await stopServices(running);
  throw failed.reason;
}

/** Rejects when a service ends by itself. */
export function firstDeath(services: readonly StartedService[]): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const { protocol, process } of services) {
      process.onDeath((reason) =>
        reject(new WirebenchError('SERVICE_DIED', `The ${protocol} service ${reason}.`)),
      );
    }
  });
}

/** Where services are, and how an experiment names them. */
export function describePlaces(places: readonly InterfacePlace[], tls: boolean): string {
  const table = drawTable<InterfacePlace>(
    [
      { title: 'protocol', cell: (place) => place.protocol },
      { title: 'address', cell: (place) => place.target },
      { title: 'interface file', cell: (place) => place.interfaceFile },
    ],
    places,
  );
  const targets = places.map(({ protocol, target }) => `${protocol}: "${target}"`).join(', ');
  const authority = tls
    ? `\nCertificate authority: ${authorityFile(stateHome(surroundings().home))}\n`
    : '';
  return `${table}${authority}\nIn an experiment file:\ntarget: {${targets}}\n`;
}
