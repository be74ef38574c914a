import type { ResultDocument } from '../../../contracts/result.ts';
import type { Engine } from '../../api/engine.ts';
import { describeReport } from '../errors.ts';
import type { MeasuredFile } from '../experiment-file.ts';
import { progressBar } from '../progress/bar.ts';
import { progressLines } from '../progress/lines.ts';
import { noProgress, type ProgressView } from '../progress/progress.ts';
import { say } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { confirmCommands, confirmHosts } from './consent.ts';
import { followRun } from './follow-run.ts';

export interface MeasureOptions {
  readonly allowHost: readonly string[];
  readonly allowCommands?: true;
  readonly quiet?: true;
}

function chooseView(quiet: boolean): ProgressView {
  const { stderr } = surroundings();
  if (quiet) return noProgress;
  if (!stderr.isTTY || process.env.TERM === 'dumb') {
    return progressLines((text) => stderr.write(text));
  }
  return progressBar({
    get columns() {
      return stderr.columns ?? 80;
    },
    write: (text) => stderr.write(text),
  });
}

/** Checks the experiment and its hosts. @returns false when interrupted meanwhile. */
async function prepare(
  engine: Engine,
  file: MeasuredFile,
  options: MeasureOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { plan } = await engine.client.experiments.check(file);
  if (!options.quiet) plan?.warnings.forEach(say);
  await confirmHosts(engine, plan?.unconfirmedHosts ?? [], options.allowHost, signal);
  if (!signal.aborted) await confirmCommands(engine, file, options.allowCommands ?? false, signal);
  return !signal.aborted;
}

/** Runs an experiment and follows it. @returns undefined when it was interrupted before its start. */
export async function measure(
  engine: Engine,
  file: MeasuredFile,
  options: MeasureOptions,
  signal: AbortSignal,
): Promise<ResultDocument | undefined> {
  if (!(await prepare(engine, file, options, signal))) return undefined;
  const { runId } = await engine.client.runs.start(file);
  const view = chooseView(options.quiet === true);
  const unstored = await followRun(engine, runId, view, signal);
  if (unstored) surroundings().stderr.write(describeReport(unstored));
  return engine.client.runs.get({ runId });
}
