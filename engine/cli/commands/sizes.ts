import { type Command, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type DatesLevel,
  datesLevelSchema,
} from '../../../contracts/experiment/environment-factors.ts';
import {
  type OwnSizesWanted,
  type Sizes,
  type SizesDocument,
  sizesOutcome,
} from '../../../contracts/sizes.ts';
import {
  type ClientKind,
  type Protocol,
  type TextKind,
  type TlsLevel,
  type WorkloadName,
  workloadNames,
} from '../../../contracts/words.ts';
import { inSeries } from '../../../metrics/format.ts';
import { shapeNamesOf, workloads } from '../../../workloads/registry.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { type MeasuredFile, readToRun } from '../experiment-file.ts';
import { interruptible } from '../interrupts.ts';
import {
  allowCommandsOption,
  allowHostOption,
  clientOption,
  collect,
  textOption,
  tlsOption,
} from '../options.ts';
import { type Consent, confirmAll } from '../run/consent.ts';
import {
  type DataSetting,
  dataOf,
  dataOption,
  protocolsOf,
  refuseWithFile,
  workloadOption,
} from '../service-options.ts';
import { say, writeResult } from '../streams.ts';
import { drawSizes, sizesCsv } from '../text/sizes-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';
import { protocolsOption } from './services.ts';

interface SizesOptions extends CommandEngineOptions, Consent {
  readonly request: readonly string[];
  readonly set: readonly string[];
  readonly workload: WorkloadName;
  readonly shape: readonly string[];
  readonly protocol?: readonly Protocol[];
  readonly data: readonly DataSetting[];
  readonly tls: TlsLevel;
  readonly client: ClientKind;
  readonly text: TextKind;
  readonly dates: DatesLevel;
  readonly json?: true;
  readonly csv?: true;
}

function requestOf(options: SizesOptions) {
  const { workload, shape, protocol, data, tls, client, text, dates } = options;
  return {
    ...{ workload, tls, client, text, dates },
    shapes: shape.length > 0 ? [...new Set(shape)] : [...shapeNamesOf(workload)],
    protocols: [...(protocol ?? protocolsOf(workload))],
    data: dataOf(workload, data),
  };
}

function written(sizes: Sizes, { json, csv }: SizesOptions): string {
  const document: SizesDocument = { format: 'wirebench-sizes/1', sizes };
  if (json) return `${JSON.stringify(document, null, 2)}\n`;
  return csv ? sizesCsv(sizes) : drawSizes(sizes);
}

/** @param file an experiment with an own service; null for the bundled services. */
function measure(file: MeasuredFile | null, options: SizesOptions): Promise<ExitCode> {
  return interruptible('Stopping the measurement.', (signal) =>
    withEngine(options, async (engine) => {
      const { client } = engine;
      if (file) await confirmAll(engine, file, options, signal);
      if (signal.aborted) return exitCodes.interrupted;
      const sizes = file
        ? await client.sizes.measureOwn({ ...file, ...ownRequestOf(options) }, { signal })
        : await client.sizes.measure(requestOf(options), { signal });
      await writeResult(written(sizes, options));
      const { failures } = sizesOutcome(sizes);
      // A table contains them itself.
      if (options.json || options.csv) for (const failure of failures) say(failure);
      return failures.length > 0 ? exitCodes.failed : exitCodes.done;
    }),
  );
}

function ownRequestOf({ request, protocol }: SizesOptions): OwnSizesWanted {
  return {
    ...(request.length > 0 && { requests: [...new Set(request)] }),
    ...(protocol && { protocols: [...protocol] }),
  };
}

/** Workloads whose messages have dates, as a text. */
const datedWorkloads = inSeries(
  Object.values(workloads)
    .filter(({ dated }) => dated)
    .map(({ description }) => description.name),
);

/** Options that an experiment sets itself. */
const ofBundled = ['workload', 'shape', 'data', 'tls', 'client', 'text', 'dates'];

async function sizes(
  file: string | undefined,
  options: SizesOptions,
  command: Command,
): Promise<ExitCode> {
  if (file === undefined) {
    if (options.request.length === 0) return measure(null, options);
    const message = '--request names a request of an experiment file: name the file, too';
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  refuseWithFile(command, file, ofBundled);
  const read = await readToRun(file, options.set);
  return read ? measure(read, options) : exitCodes.wrongInput;
}

/** `wirebench sizes` or `wirebench sizes FILE` */
export function addSizesCommand(program: Command, finish: Finish): void {
  program
    .command('sizes')
    .description(
      'measure the bytes of every protocol and shape: payload, envelope, headers, framing, TLS',
    )
    .argument(
      '[file]',
      'experiment file with a service of your own; without it bundled services are measured',
    )
    .option('--set <path=value>', 'override a value of the file; repeatable', collect, [])
    .option(
      '--request <name>',
      'a request of the file; repeatable (default: all that change nothing)',
      collect,
      [],
    )
    .option('--workload <name>', workloadNames.join(', '), workloadOption, 'product')
    .option('--shape <shape>', 'a shape; repeatable (default: all of the workload)', collect, [])
    .option('--protocol <list>', 'protocols, separated by commas (default: all)', protocolsOption)
    .option(
      '--data <key=value>',
      'a setting of the workload’s data, as in an experiment file; repeatable',
      dataOption,
      [],
    )
    .addOption(tlsOption())
    .addOption(clientOption())
    .addOption(textOption())
    .addOption(
      new Option('--dates <level>', `dates of ${datedWorkloads}, with or without a time of day`)
        .choices(datesLevelSchema.options)
        .default('full'),
    )
    .addOption(new Option('--json', 'print one JSON document').conflicts('csv'))
    .addOption(new Option('--csv', 'print CSV, one line per message').conflicts('json'))
    .addOption(allowHostOption())
    .addOption(allowCommandsOption())
    .option('--db <file>', 'use this database')
    .action(async (file: string | undefined, options: SizesOptions, command: Command) =>
      finish(await sizes(file, options, command)),
    );
}
