import type { Command } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { Engine } from '../../api/engine.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { type MeasuredFile, readToRun, readToRunAgain } from '../experiment-file.ts';
import { interruptible } from '../interrupts.ts';
import { collect, placeOption } from '../options.ts';
import { type MeasureOptions, measure } from '../run/measure.ts';
import { exitCodeOfRun, prepareOutputs, writeOutputs } from '../run/outcome.ts';
import { say, writeResult } from '../streams.ts';
import { drawRun } from '../text/run-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface RunOptions extends CommandEngineOptions, MeasureOptions {
  readonly set: readonly string[];
  readonly out?: string;
  readonly json?: true;
  readonly listen?: { readonly host: string; readonly port: number };
  /** The run whose experiment is to be run once more. */
  readonly again?: string;
  readonly agents?: string;
}

async function publish(engine: Engine, document: ResultDocument, options: RunOptions) {
  await writeResult(options.json ? `${JSON.stringify(document, null, 2)}\n` : drawRun(document));
  if (options.out === undefined) return;
  const paths = await writeOutputs(engine, document.run.id, options.out);
  if (!options.quiet) say(`Wrote ${paths.join(', ')}`);
}

/** @param file null to run the experiment of a stored run again. */
async function runExperiment(file: MeasuredFile | null, options: RunOptions): Promise<ExitCode> {
  if (options.out !== undefined) await prepareOutputs(options.out);
  const stopping =
    'Stopping; everything measured so far is kept. Press Ctrl-C again to quit at once.';
  return interruptible(stopping, (signal) =>
    withEngine(options, async (engine) => {
      const measured = file ?? (await readToRunAgain(engine, options.again ?? '', options.set));
      if (!measured) return exitCodes.wrongInput;
      await letMachinesJoin(engine, options);
      const document = await measure(engine, measured, options, signal);
      if (!document) return exitCodes.interrupted;
      await publish(engine, document, options);
      return exitCodeOfRun(document);
    }),
  );
}

/** Listens for machines, and says how they join. */
async function letMachinesJoin(engine: Engine, { listen }: RunOptions): Promise<void> {
  if (listen === undefined) return;
  const { line } = await engine.client.machines.open(listen);
  say(`On each machine that is to generate load, run:\n  ${line}`);
}

/** `--agents` is a setting of the experiment by another name. */
function withAgents({ agents, ...options }: RunOptions): RunOptions {
  return agents === undefined
    ? options
    : { ...options, set: [...options.set, `machines=${agents}`] };
}

async function run(file: string | undefined, given: RunOptions): Promise<ExitCode> {
  const options = withAgents(given);
  if ((file === undefined) === (options.again === undefined)) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      'Expected either an experiment file or --again RUN',
    );
  }
  if (file === undefined) return runExperiment(null, options);
  const read = await readToRun(file, options.set);
  return read ? runExperiment(read, options) : exitCodes.wrongInput;
}

/** `wirebench run FILE` or `wirebench run --again RUN` */
export function addRunCommand(program: Command, finish: Finish): void {
  program
    .command('run')
    .description('run an experiment and print its figures')
    .argument('[file]', 'experiment file (*.bench.yaml); "-" is stdin')
    .option(
      '--again <run>',
      'run the experiment of a stored run once more, with the files that it kept',
    )
    .option(
      '--set <path=value>',
      'override a value, as in factors.users=[10]; repeatable',
      collect,
      [],
    )
    .option('--json', 'print one result document instead of tables')
    .option('--out <folder>', 'write result.json, result.csv, report.html and latency.hgrm there')
    .option('--db <file>', 'use this database')
    .option('--quiet', 'show no progress')
    .option(
      '--allow-host <host>',
      'confirm that you are allowed to load this remote host; repeatable',
      collect,
      [],
    )
    .option(
      '--agents <count>',
      'have so many other machines generate the load: machines in the experiment file',
    )
    .option('--listen <address>', 'HOST:PORT of this machine at which the others join', placeOption)
    .option('--allow-commands', 'let the experiment start the programs that it names')
    .action(async (file: string | undefined, options: RunOptions) =>
      finish(await run(file, options)),
    );
}
