import type { Command } from 'commander';
import type { z } from 'zod';
import type { WireDocument, WireRequest, wireRequestSchema } from '../../../contracts/wire.ts';
import { protocols, workloadNames } from '../../../contracts/words.ts';
import { protocolsOffering, shapeNamesOf } from '../../../workloads/registry.ts';
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
import { refuseWithFile, workloadOption } from '../service-options.ts';
import { writeResult } from '../streams.ts';
import { drawCaptures } from '../text/wire-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';
import { protocolsOption } from './services.ts';

type Wanted = z.output<typeof wireRequestSchema>;

interface WireOptions
  extends Pick<Wanted, 'workload' | 'tls' | 'client' | 'text'>,
    CommandEngineOptions,
    Consent {
  readonly shape?: string;
  readonly request?: string;
  readonly protocol?: Wanted['protocols'];
  readonly json?: true;
  readonly set: readonly string[];
}

function requestOf({ workload, shape, protocol, tls, client, text }: WireOptions): WireRequest {
  const wanted = shape ?? shapeNamesOf(workload)[0] ?? '';
  const offering = protocolsOffering(workload, wanted);
  // For an unknown shape, which no protocol offers, the engine's message is better.
  const all = offering.length > 0 ? offering : [...protocols];
  return { workload, shape: wanted, protocols: [...(protocol ?? all)], tls, client, text };
}

/** @param file an experiment with an own service; null for the bundled services. */
function capture(file: MeasuredFile | null, options: WireOptions): Promise<ExitCode> {
  return interruptible('Stopping the capture.', (signal) =>
    withEngine(options, async (engine) => {
      const { client } = engine;
      const { shape, request = shape, protocol: protocols } = options;
      if (file) await confirmAll(engine, file, options, signal);
      if (signal.aborted) return exitCodes.interrupted;
      const captures = file
        ? await client.wire.captureOwn(
            { ...file, ...(request && { request }), ...(protocols && { protocols }) },
            { signal },
          )
        : await client.wire.capture(requestOf(options), { signal });
      const document: WireDocument = { format: 'wirebench-wire/1', captures };
      const json = () => `${JSON.stringify(document, null, 2)}\n`;
      await writeResult(options.json ? json() : drawCaptures(captures));
      return exitCodes.done;
    }),
  );
}

/** Options that an experiment sets itself. */
const ofBundled = ['workload', 'tls', 'client', 'text'];

async function wire(
  file: string | undefined,
  options: WireOptions,
  command: Command,
): Promise<ExitCode> {
  if (file === undefined) return capture(null, options);
  refuseWithFile(command, file, ofBundled);
  const read = await readToRun(file, options.set);
  return read ? capture(read, options) : exitCodes.wrongInput;
}

/** `wirebench wire` or `wirebench wire FILE` */
export function addWireCommand(program: Command, finish: Finish): void {
  program
    .command('wire')
    .description('record two calls per protocol and show what every byte is for')
    .argument(
      '[file]',
      'experiment file with a service of your own; without it bundled services are recorded',
    )
    .option('--set <path=value>', 'override a value of the file; repeatable', collect, [])
    .option('--workload <name>', workloadNames.join(', '), workloadOption, 'product')
    .option(
      '--protocol <list>',
      'protocols to record, separated by commas (default: all that offer the shape)',
      protocolsOption,
    )
    .option('--shape <shape>', 'shape of the payload (default: the first)')
    .option('--request <name>', 'a request of the file (default: the first)')
    .addOption(tlsOption())
    .addOption(clientOption())
    .addOption(textOption())
    .option('--json', 'print one JSON document')
    .addOption(allowHostOption())
    .addOption(allowCommandsOption())
    .option('--db <file>', 'use this database')
    .action(async (file: string | undefined, options: WireOptions, command: Command) =>
      finish(await wire(file, options, command)),
    );
}
