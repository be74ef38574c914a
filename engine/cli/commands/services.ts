import { type Command, InvalidArgumentError, Option } from 'commander';
import { firstProtocols } from '../../../contracts/protocols.ts';
import { defaultStack, stacks } from '../../../contracts/stacks.ts';
import {
  type Protocol,
  protocolSchema,
  protocols,
  workloadNames,
} from '../../../contracts/words.ts';
import { isLoopback, placeOf } from '../../services/places.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { aborted, interruptible } from '../interrupts.ts';
import { portOption } from '../options.ts';
import { databaseOption, dataOption, workloadOption } from '../service-options.ts';
import {
  describePlaces,
  firstDeath,
  offered,
  type ServicesOptions,
  startServices,
  stopServices,
} from '../started-services.ts';
import { say, writeResult } from '../streams.ts';

/** For options with comma-separated protocols. */
export function protocolsOption(text: string): readonly Protocol[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const parsed = protocolSchema.array().safeParse(names);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`expected one or more of ${protocols.join(',')}`);
}

/** An interrupt is its normal end. */
async function serveUntilInterrupted(options: ServicesOptions): Promise<void> {
  await interruptible('Stopping the services.', async (signal) => {
    const services = await startServices(options);
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
      await stopServices(services);
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
