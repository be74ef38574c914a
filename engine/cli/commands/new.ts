import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { draftExperiment, notMeasured, pickOperations } from '../../own-service/draft.ts';
import type { FoundService } from '../../own-service/found.ts';
import { readApart } from '../../own-service/read-apart.ts';
import { readSource, type ServiceSource, serviceSources } from '../../own-service/sources.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { collect } from '../options.ts';
import { writeOutput } from '../output-files.ts';
import { say, writeResult } from '../streams.ts';

interface NewOptions {
  readonly operation: readonly string[];
  readonly import: readonly string[];
  readonly out?: string;
  readonly name?: string;
  readonly force?: true;
  /** Values of the option of each source. */
  readonly [source: string]: unknown;
}

async function readAll(
  options: NewOptions,
  test: (source: ServiceSource) => boolean,
): Promise<FoundService[]> {
  const found: FoundService[] = [];
  const experiment = {
    folder: dirname(resolve(options.out ?? 'experiment')),
    imports: options.import,
  };
  for (const source of serviceSources.filter(test)) {
    const given = options[source.name] as readonly string[];
    found.push(...(await readSource(source, given, experiment, readApart)));
  }
  return found;
}

/** @throws WirebenchError ARGUMENT_INVALID where the file already exists. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return writeOutput(file, text);
    throw new WirebenchError('ARGUMENT_INVALID', `${file} is there already`, {
      cause,
      hint: 'Give another name to --out, or --force to write over it.',
    });
  }
}

async function makeNew(options: NewOptions): Promise<ExitCode> {
  const { operation, out, name, force } = options;
  const described = await readAll(options, ({ isRequest }) => !isRequest);
  const requests = await readAll(options, ({ isRequest }) => isRequest);
  if (described.length + requests.length === 0) {
    throw new WirebenchError('ARGUMENT_INVALID', 'expected where your service is described', {
      hint: `Give one of ${serviceSources.map((one) => `--${one.name} <${one.value}>`).join(', ')}.`,
    });
  }
  const picked = described.length > 0 ? pickOperations(described, operation) : null;
  const services = [...(picked?.services ?? []), ...requests];
  const text = draftExperiment(services, name === undefined ? {} : { name });
  const read = readExperiment(text);
  if (!read.ok) throw new WirebenchError('SERVICE_INVALID', experimentError(read).message);
  for (const missing of notMeasured(services)) say(missing);
  for (const remark of new Set(services.flatMap(({ remarks }) => remarks))) say(remark);
  if (picked?.leftOut) say(`${picked.leftOut} Name those that you want: --operation NAME.`);
  if (out === undefined) await writeResult(text);
  else {
    await (force ? writeOutput(out, text) : writeNew(out, text));
    say(`Wrote ${out}. Next: wirebench try ${out}`);
  }
  return exitCodes.done;
}

/** `wirebench new` */
export function addNewCommand(program: Command, finish: Finish): void {
  const command = program
    .command('new')
    .description('write an experiment for your own service, from what describes it');
  for (const { name, value, help } of serviceSources) {
    command.option(`--${name} <${value}>`, `${help}; repeatable`, collect, []);
  }
  command
    .option(
      '--import <folder>',
      'look for imported Protobuf files here, and let descriptions in it refer to all of it; repeatable',
      collect,
      [],
    )
    .option('--operation <name>', 'take this operation; repeatable', collect, [])
    .option('--name <text>', 'name of the experiment')
    .option('--out <file>', 'write to this file, which must not be there yet; default: stdout')
    .option('--force', 'write over the file')
    .action(async (options: NewOptions) => finish(await makeNew(options)));
}
