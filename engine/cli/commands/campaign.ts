import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { parseDuration } from '../../../contracts/experiment/duration.ts';
import { studyNames } from '../../../contracts/studies.ts';
import { builtStacks, Campaign } from '../campaign/campaign.ts';
import { type CommandOptions, runAll } from '../campaign/run-all.ts';
import type { ExitCode, Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { allowHostOption, collect } from '../options.ts';
import { prepareFolder } from '../output-files.ts';
import { prepareOutputs } from '../run/outcome.ts';
import { withEngine } from '../with-engine.ts';

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
    .option('--quick', 'run their quick twins: about an hour instead of many')
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
