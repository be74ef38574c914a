import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { firstProtocols } from '../../../contracts/protocols.ts';
import type { ServiceStart } from '../../../contracts/service-messages.ts';
import { defaultStack, notOffered, type Stack, stacks } from '../../../contracts/stacks.ts';
import {
  type Protocol,
  protocolSchema,
  protocols,
  type WorkloadName,
  workloadNames,
} from '../../../contracts/words.ts';
import { stateHome } from '../../platform/home.ts';
import { authorityFile, serverIdentity } from '../../platform/tls/identity.ts';
import type { ServiceProcess } from '../../run/forked-service.ts';
import { startIn, whyNotStarted } from '../../run/stack-service.ts';
import {
  certificateHosts,
  type InterfacePlace,
  isLoopback,
  placeOf,
} from '../../services/places.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { aborted, interruptible } from '../interrupts.ts';
import { portOption } from '../options.ts';
import {
  type DataSetting,
  databaseOption,
  dataOf,
  dataOption,
  workloadOption,
} from '../service-options.ts';
import { say, writeResult } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { drawTable } from '../text/table.ts';

interface ServicesOptions {
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

/** For options with comma-separated protocols. */
export function protocolsOption(text: string): readonly Protocol[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const parsed = protocolSchema.array().safeParse(names);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`expected one or more of ${protocols.join(',')}`);
}

/** By default, the default protocols that the stack supports. */
function offered(options: ServicesOptions): ServicesOptions {
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
interface Started {
  readonly protocol: Protocol;
  readonly process: ServiceProcess;
}

const stopAll = (services: readonly Started[]) =>
  Promise.all(services.map((service) => service.process.stop()));

/** Starts all services or none. */
async function startAll(options: ServicesOptions): Promise<Started[]> {
  const wanted = options.protocol;
  const ports = portsOf(options, wanted);
  const { host, workload, formats, database, stack } = options;
  const setup = { data: dataOf(workload, options.data), database };
  const tls = await tlsOf(options);
  const start = async (protocol: Protocol, port: number): Promise<Started> => {
    const common = { workload, setup, formats, host, tls, delayMs: 0 };
    const refused = await whyNotStarted({ stack, workload, protocol, formats });
    if (refused !== null) throw new WirebenchError('SERVICE_START_FAILED', refused);
    return {
      protocol,
      process: await startIn(stack, { ...common, protocol, port }, { cores: null }),
    };
  };
  const starts = wanted.map((protocol, index) => start(protocol, ports[index] ?? 0));
  const settled = await Promise.allSettled(starts);
  const running = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = settled.find((each) => each.status === 'rejected');
  if (!failed) return running;
  await stopAll(running);
  throw failed.reason;
}

/** Rejects when a service ends by itself. */
function firstDeath(services: readonly Started[]): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const { protocol, process } of services) {
      process.onDeath((reason) =>
        reject(new WirebenchError('SERVICE_DIED', `The ${protocol} service ${reason}.`)),
      );
    }
  });
}

function describePlaces(places: readonly InterfacePlace[], tls: boolean): string {
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

/** An interrupt is its normal end. */
async function serveUntilInterrupted(options: ServicesOptions): Promise<void> {
  await interruptible('Stopping the services.', async (signal) => {
    const services = await startAll(options);
    const places = services.map(({ protocol, process }) =>
      placeOf(
        { protocol, workload: options.workload, tls: options.tls === true },
        options.host,
        process.port,
      ),
    );
    if (!isLoopback(options.host)) say('Anyone who can reach this machine can use these services.');
    try {
      await writeResult(describePlaces(places, options.tls === true));
      await Promise.race([aborted(signal), firstDeath(services)]);
    } finally {
      await stopAll(services);
    }
    return exitCodes.done;
  });
}

/** `wirebench services start` */
export function addServicesCommand(program: Command, finish: Finish): void {
  const services = program
    .command('services')
    .description(
      'run the bundled services on their own, for example as targets for another machine',
    );
  services
    .command('start')
    .description('start services and keep them running until Ctrl-C')
    .addOption(
      new Option('--protocol <list>', `${protocols.join(', ')}, separated by commas`)
        .argParser(protocolsOption)
        .default(firstProtocols, firstProtocols.join(',')),
    )
    .addOption(
      new Option('--stack <name>', 'language and libraries that the services are made of')
        .choices(stacks)
        .default(defaultStack),
    )
    .option('--workload <name>', workloadNames.join(', '), workloadOption, 'product')
    .addOption(
      new Option(
        '--database <where>',
        'where the workload stores its data: none (in memory), sqlite, or a postgres:// address',
      )
        .argParser(databaseOption)
        .default(databaseOption('none'), 'none'),
    )
    .option(
      '--data <key=value>',
      'a setting of the workload’s data, as in an experiment file; repeatable',
      dataOption,
      [],
    )
    .addOption(
      new Option('--formats <how>', 'whether REST services negotiate the format of each request')
        .choices(['separate', 'negotiated'])
        .default('separate'),
    )
    .option(
      '--host <host>',
      'address to listen on; 0.0.0.0 is reachable from other machines',
      '127.0.0.1',
    )
    .option(
      '--port <port>',
      'first port; further services get the next ones; 0 are free ones',
      portOption,
      0,
    )
    .option('--tls', 'serve with TLS, with a certificate of the local authority')
    .action(async (options: ServicesOptions, command: Command) => {
      await serveUntilInterrupted(
        command.getOptionValueSource('protocol') === 'default' ? offered(options) : options,
      );
      finish(exitCodes.done);
    });
}
