import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type CampaignDocument,
  campaignFormat,
  type PublishedComparison,
  type StudyExperiment,
} from '../../../contracts/published.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { type StudyName, studyNames } from '../../../contracts/studies.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import type { Engine } from '../../api/engine.ts';
import { builtInExperiments } from '../../experiment/builtin.ts';
import { addAgreements } from '../../published/counts.ts';
import { studyExperiments } from '../../published/overview.ts';
import { addTallies, tallyWords } from '../../published/tally.ts';
import { isBuilt } from '../../stacks/stacks.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { collect } from '../options.ts';
import { prepareFolder, writeOutput } from '../output-files.ts';
import { type MeasureOptions, measure } from '../run/measure.ts';
import { exitCodeOfRun, prepareOutputs, writeOutputs } from '../run/outcome.ts';
import { say, writeResult } from '../streams.ts';
import { drawCampaign } from '../text/campaign-text.ts';
import { drawPublished } from '../text/published-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface CampaignOptions extends CommandEngineOptions, MeasureOptions {
  readonly quick?: true;
  readonly study?: StudyName;
  /** Ids of experiments; all when empty. */
  readonly only: readonly string[];
  readonly out?: string;
  readonly json?: true;
}

type CampaignRun = CampaignDocument['runs'][number];

/** What a campaign has done so far. */
interface Progress {
  readonly runs: readonly CampaignRun[];
  /** The worst of the runs. */
  readonly code: ExitCode;
}

/** Interrupted before failed before a missed threshold. */
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

/** The experiments that are asked for. @throws WirebenchError ARGUMENT_INVALID for an id that none has */
function chosen({ quick, study, only }: CampaignOptions): StudyExperiment[] {
  const studies = study === undefined ? studyNames : [study];
  const offered = studies
    .flatMap((name) => studyExperiments(name))
    .filter((one) => one.quick === (quick === true));
  if (only.length === 0) return offered;
  const wanted = only.map((id) => (quick ? `${id.replace(/-quick$/, '')}-quick` : id));
  const ids = offered.map(({ id }) => id);
  const unknown = wanted.find((id) => !ids.includes(id));
  if (unknown === undefined) return offered.filter(({ id }) => wanted.includes(id));
  const message = `There is no experiment ${unknown}; expected one of ${ids.join(', ')}.`;
  throw new WirebenchError('ARGUMENT_INVALID', message);
}

/** Leaves out those none of whose stacks is built, and says so: all of their trials would be skipped. */
async function withBuiltStacks(offered: readonly StudyExperiment[]): Promise<StudyExperiment[]> {
  const built = await Promise.all(
    offered.map(async ({ stacks }) => (await Promise.all(stacks.map(isBuilt))).includes(true)),
  );
  const out = offered.filter((_, index) => !built[index]);
  if (out.length > 0) {
    const ids = out.map(({ id }) => id).join(', ');
    say(`Left out, because none of their stacks is built (see \`wirebench stacks\`): ${ids}.`);
  }
  return offered.filter((_, index) => built[index]);
}

function textOf(id: string): string {
  return builtInExperiments().find((one) => one.id === id)?.text ?? '';
}

function runOf(
  experiment: StudyExperiment,
  document: ResultDocument,
  seconds: number,
  published: PublishedComparison | null,
): CampaignRun {
  const sum = (key: 'ok' | 'failed') =>
    document.trials.reduce((total, { requests }) => total + requests[key], 0);
  return {
    experiment: experiment.id,
    runId: document.run.id,
    status: document.run.status,
    seconds,
    requests: { ok: sum('ok'), failed: sum('failed') },
    counts: workOfTrials(document.trials),
    published,
  };
}

/** Runs one experiment, prints what it says of the published tables and writes its files. */
async function runOne(
  engine: Engine,
  experiment: StudyExperiment,
  options: CampaignOptions,
  signal: AbortSignal,
): Promise<{ readonly run: CampaignRun; readonly code: ExitCode } | undefined> {
  const begun = performance.now();
  const document = await measure(
    engine,
    { text: textOf(experiment.id), folder: process.cwd() },
    options,
    signal,
  );
  if (!document) return undefined;
  const { id: runId } = document.run;
  const published = await engine.client.published.compare({ runId });
  const run = runOf(experiment, document, (performance.now() - begun) / 1000, published);
  if (published && !options.json) await writeResult(`${drawPublished(published)}\n`);
  if (options.out !== undefined) {
    const folder = join(options.out, experiment.id.replaceAll('/', '-'));
    await prepareFolder(folder);
    await writeOutputs(engine, runId, folder);
    await writeOutput(join(folder, 'published.json'), `${JSON.stringify(published, null, 2)}\n`);
  }
  return { run, code: exitCodeOfRun(document) };
}

/** One after the other; one that fails does not keep the next from running. */
async function runAll(
  engine: Engine,
  experiments: readonly StudyExperiment[],
  options: CampaignOptions,
  signal: AbortSignal,
): Promise<Progress> {
  const runs: CampaignRun[] = [];
  let code: ExitCode = exitCodes.done;
  for (const [index, experiment] of experiments.entries()) {
    if (!options.quiet) say(`${index + 1} of ${experiments.length}: ${experiment.id}`);
    const one = signal.aborted ? undefined : await runOne(engine, experiment, options, signal);
    if (!one) return { runs, code: exitCodes.interrupted };
    runs.push(one.run);
    code = worse(code, one.code);
  }
  return { runs, code };
}

async function campaign(options: CampaignOptions): Promise<ExitCode> {
  const offered = chosen(options);
  const experiments = options.only.length > 0 ? offered : await withBuiltStacks(offered);
  if (options.out !== undefined) await prepareOutputs(options.out);
  const begun = performance.now();
  const stopping =
    'Stopping; everything measured so far is kept. Press Ctrl-C again to quit at once.';
  return interruptible(stopping, (signal) =>
    withEngine(options, async (engine) => {
      const { runs, code } = await runAll(engine, experiments, options, signal);
      await finishCampaign(runs, (performance.now() - begun) / 1000, options);
      return code;
    }),
  );
}

async function finishCampaign(
  runs: readonly CampaignRun[],
  seconds: number,
  options: CampaignOptions,
): Promise<void> {
  const counts = addAgreements(runs.flatMap(({ published }) => published?.counts ?? []));
  const tally = addTallies(runs.flatMap(({ published }) => published?.tally ?? []));
  const document: CampaignDocument = {
    ...{ format: campaignFormat, seconds },
    ...{ runs: [...runs], counts, tally },
  };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await writeResult(options.json ? text : `${drawCampaign(document)}${tallyWords(tally)}\n`);
  if (options.out !== undefined) await writeOutput(join(options.out, 'campaign.json'), text);
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
    .option('--only <id>', 'only this experiment, such as edinburgh-2022/wire', collect, [])
    .option('--json', 'print one document instead of tables')
    .option('--out <folder>', 'write campaign.json and the files of every run there')
    .option('--db <file>', 'use this database')
    .option('--quiet', 'show no progress')
    .option(
      '--allow-host <host>',
      'confirm that you are allowed to load this remote host',
      collect,
      [],
    )
    .action(async (options: CampaignOptions) => finish(await campaign(options)));
}
