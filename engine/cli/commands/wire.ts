import { type Command, Option } from 'commander';
import type { z } from 'zod';
import type { WireDocument, WireRequest, wireRequestSchema } from '../../../contracts/wire.ts';
import {
  clientKinds,
  protocols,
  textKindSchema,
  tlsLevels,
  workloadNames,
} from '../../../contracts/words.ts';
import { protocolsOffering, shapeNamesOf } from '../../../workloads/registry.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { workloadOption } from '../service-options.ts';
import { writeResult } from '../streams.ts';
import { drawCaptures } from '../text/wire-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';
import { protocolsOption } from './services.ts';

type Wanted = z.output<typeof wireRequestSchema>;

interface WireOptions
  extends Pick<Wanted, 'workload' | 'tls' | 'client' | 'text'>,
    CommandEngineOptions {
  readonly shape?: string;
  readonly protocol?: Wanted['protocols'];
  readonly json?: true;
}

function requestOf({ workload, shape, protocol, tls, client, text }: WireOptions): WireRequest {
  const wanted = shape ?? shapeNamesOf(workload)[0] ?? '';
  const offering = protocolsOffering(workload, wanted);
  // Of an unknown shape, which no protocol offers, the engine says more than of no protocol.
  const all = offering.length > 0 ? offering : [...protocols];
  return { workload, shape: wanted, protocols: [...(protocol ?? all)], tls, client, text };
}

function capture(options: WireOptions): Promise<ExitCode> {
  return interruptible('Stopping the capture.', (signal) =>
    withEngine(options, async ({ client }) => {
      const captures = await client.wire.capture(requestOf(options), { signal });
      const document: WireDocument = { format: 'wirebench-wire/1', captures };
      const json = () => `${JSON.stringify(document, null, 2)}\n`;
      await writeResult(options.json ? json() : drawCaptures(captures));
      return exitCodes.done;
    }),
  );
}

/** `wirebench wire` */
export function addWireCommand(program: Command, finish: Finish): void {
  program
    .command('wire')
    .description('record two calls per protocol and show what every byte is for')
    .option('--workload <name>', workloadNames.join(', '), workloadOption, 'product')
    .option(
      '--protocol <list>',
      'protocols to record, separated by commas (default: all that offer the shape)',
      protocolsOption,
    )
    .option('--shape <shape>', 'shape of the payload (default: the first of the workload)')
    .addOption(new Option('--tls <level>', 'transport security').choices(tlsLevels).default('off'))
    .addOption(
      new Option('--client <kind>', 'who writes the bytes').choices(clientKinds).default('raw'),
    )
    .addOption(
      new Option('--text <kind>', 'characters of the payload')
        .choices(textKindSchema.options)
        .default('ascii'),
    )
    .option('--json', 'print one JSON document')
    .option('--db <file>', 'use this database')
    .action(async (options: WireOptions) => finish(await capture(options)));
}
