import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { parseDuration } from '../../../contracts/experiment/duration.ts';
import { studyNames } from '../../../contracts/studies.ts';
import type { Engine } from '../../api/engine.ts';
import { builtStacks, Campaign, type CampaignOptions, type Task } from '../campaign/campaign.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { allowHostOption, collect } from '../options.ts';
import { prepareFolder } from '../output-files.ts';
import { type MeasureOptions, measure } from '../run/measure.ts';
import { exitCodeOfRun, prepareOutputs } from '../run/outcome.ts';
import { say, writeResult } from '../streams.ts';
import { drawPublished } from '../text/published-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

type CommandOptions = CampaignOptions & CommandEngineOptions & MeasureOptions;

/** Interrupted takes precedence over failed, and failed over a missed threshold. */
const severity: readonly ExitCode[] = [
  exitCodes.done,
  exitCodes.thresholdFailed,
  exitCodes.wrongInput,
  exitCodes.failed,
  exitCodes.interrupted,
];

function worse(a: ExitCode, b: ExitCode): ExitCode {
  return severity.indexOf(b) > severity.indexOf(a) ? b : a;
}

/** One after the other; a failed one does not prevent the next. */
async function runAll(
  engine: Engine,
  tasks: readonly Task[],
  campaign: Campaign,
  options: CommandOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  for (const [index, task] of tasks.entries()) {
    const { experiment, text, cut } = task;
    if (!options.quiet) {
      const size = cut.length > 0 ? ` (cut: ${cut.join(', ')})` : '';
      say(`${index + 1} of ${tasks.length}: ${experiment.id}${size}`);
    }
    if (signal.aborted) return exitCodes.interrupted;
    const document = await measure(engine, { text, folder: process.cwd() }, options, signal);
    if (!document) return exitCodes.interrupted;
    const { published } = await campaign.add(engine, task, document);
    if (published && !options.json) await writeResult(`${drawPublished(published)}\n`);
    code = worse(code, exitCodeOfRun(document));
  }
  return code;
}

async function runCampaign(options: CommandOptions): Promise<ExitCode> {
  const { out, pages } = options;
  if (pages !== undefined && out === undefined) {
    throw new WirebenchError('ARGUMENT_INVALID', '--pages are made from the files of --out', {
      hint: 'Give a folder for them, too: --out FOLDER',
    });
  }
  const campaign = new Campaign(options, await builtStacks());
  const tasks = campaign.tasks();
  if (out !== undefined) await prepareOutputs(out);
  if (pages !== undefined) await prepareFolder(pages);
  await campaign.open();
  const undone = campaign.undone(tasks);
  const stopping =
    'Stopping; everything measured so far is kept. Press Ctrl-C again to quit at once.';
  return interruptible(stopping, (signal) =>
    withEngine(options, async (engine) => {
      const code = await runAll(engine, undone, campaign, options, signal);
      await campaign.finish();
      return code;
    }),
  );
}

function windowOption(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= 100) return ms;
  throw new InvalidArgumentError('Expected a duration of at least 100ms, such as 10s.');
}

function repetitionsOption(text: string): number | 'decided' {
  return text === 'decided' ? text : countOption(text);
}

function countOption(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1.');
}

/** `wirebench campaign` */
export function addCampaignCommand(program: Command, finish: Finish): void {
  program
    .command('campaign')
    .description('run the experiments of the studies and compare them with the published figures')
    .option('--quick', 'run their quick twins: about twenty minutes instead of many hours')
    .addOption(
      new Option('--study <name>', 'only the experiments of one study').choices([...studyNames]),
    )
    .option(
      '--only <id>',
      'only this experiment, such as edinburgh-2022/wire; repeatable, run in this order',
      collect,
      [],
    )
    .option('--at-most <time>', 'cut every measured window at this length', windowOption)
    .option(
      '--requests <n>',
      'cut windows that a number of requests ends to this number',
      countOption,
    )
    .option(
      '--repetitions <n>',
      'number of repetitions of each cell, or decided: until each comparison is',
      repetitionsOption,
    )
    .option('--json', 'print one document instead of tables')
    .option(
      '--out <folder>',
      'keep campaign.json and the files of every run there; continue from it',
    )
    .option('--pages <folder>', 'write Markdown pages of the results in --out')
    .option('--db <file>', 'use this database')
    .option('--quiet', 'show no progress')
    .addOption(allowHostOption())
    .action(async (options: CommandOptions) => finish(await runCampaign(options)));
}
