import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import type { WireDocument, wireRequestSchema } from '../../../contracts/wire.ts';
import { clientKinds, protocols, textKindSchema, tlsLevels } from '../../../contracts/words.ts';
import { parseShape, shapeNames } from '../../../contracts/workloads/product-shapes.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { catchInterrupts } from '../interrupts.ts';
import { say, writeResult } from '../streams.ts';
import { drawCaptures } from '../text/wire-text.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';
import { protocolsOption } from './services.ts';

type Wanted = z.output<typeof wireRequestSchema>;

interface WireOptions extends Pick<Wanted, 'shape' | 'tls' | 'client' | 'text'>, EngineOptions {
  readonly protocol: Wanted['protocols'];
  readonly json?: true;
}

function shapeOption(text: string): string {
  if (parseShape(text)) return text;
  throw new InvalidArgumentError(
    `expected ${shapeNames.join(', ')}, or OPERATION:LENGTH such as echo:5000`,
  );
}

async function capture(options: WireOptions): Promise<ExitCode> {
  const { protocol, shape, tls, client, text, json } = options;
  const interrupts = catchInterrupts(() => say('Stopping the capture.'));
  try {
    return await withEngine(options, async (engine) => {
      const request = { protocols: protocol, shape, tls, client, text };
      const captures = await engine.client.wire.capture(request, { signal: interrupts.signal });
      const document: WireDocument = { format: 'wirebench-wire/1', captures };
      await writeResult(json ? `${JSON.stringify(document, null, 2)}\n` : drawCaptures(captures));
      return exitCodes.done;
    });
  } catch (error) {
    if (interrupts.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** `wirebench wire` */
export function addWireCommand(program: Command, finish: Finish): void {
  program
    .command('wire')
    .description('record two calls of each protocol, and say what every byte was for')
    .option(
      '--protocol <list>',
      'protocols to record, with commas between them',
      protocolsOption,
      protocols,
    )
    .option('--shape <shape>', 'shape of the payload', shapeOption, 'small')
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
