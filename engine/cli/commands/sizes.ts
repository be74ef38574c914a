import { type Command, Option } from 'commander';
import {
  type DatesLevel,
  datesLevelSchema,
} from '../../../contracts/experiment/environment-factors.ts';
import type { Sizes, SizesDocument } from '../../../contracts/sizes.ts';
import {
  type ClientKind,
  clientKinds,
  type Protocol,
  type TextKind,
  type TlsLevel,
  textKindSchema,
  tlsLevels,
  type WorkloadName,
  workloadNames,
} from '../../../contracts/words.ts';
import { shapeNamesOf } from '../../../workloads/registry.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { collect } from '../options.ts';
import {
  type DataSetting,
  dataOf,
  dataOption,
  protocolsOf,
  workloadOption,
} from '../service-options.ts';
import { writeResult } from '../streams.ts';
import { drawSizes, sizesCsv } from '../text/sizes-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';
import { protocolsOption } from './services.ts';

interface SizesOptions extends CommandEngineOptions {
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

function measure(options: SizesOptions): Promise<ExitCode> {
  return interruptible('Stopping the measurement.', (signal) =>
    withEngine(options, async ({ client }) => {
      const sizes = await client.sizes.measure(requestOf(options), { signal });
      await writeResult(written(sizes, options));
      return exitCodes.done;
    }),
  );
}

/** `wirebench sizes` */
export function addSizesCommand(program: Command, finish: Finish): void {
  program
    .command('sizes')
    .description(
      'measure the bytes of every protocol and shape: payload, envelope, headers, framing, TLS',
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
    .addOption(new Option('--tls <level>', 'transport security').choices(tlsLevels).default('off'))
    .addOption(
      new Option('--client <kind>', 'who writes the bytes').choices(clientKinds).default('raw'),
    )
    .addOption(
      new Option('--text <kind>', 'characters of the payload')
        .choices(textKindSchema.options)
        .default('ascii'),
    )
    .addOption(
      new Option('--dates <level>', 'dates of store and delivery, with or without a time of day')
        .choices(datesLevelSchema.options)
        .default('full'),
    )
    .addOption(new Option('--json', 'print one JSON document').conflicts('csv'))
    .addOption(new Option('--csv', 'print CSV, one line per message').conflicts('json'))
    .option('--db <file>', 'use this database')
    .action(async (options: SizesOptions) => finish(await measure(options)));
}
