import type { Engine } from '../../api/engine.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type MeasureOptions, measure } from '../run/measure.ts';
import { exitCodeOfRun } from '../run/outcome.ts';
import { say, writeResult } from '../streams.ts';
import { drawPublished } from '../text/published-text.ts';
import type { CommandEngineOptions } from '../with-engine.ts';
import type { Campaign, CampaignOptions, Task } from './campaign.ts';

export type CommandOptions = CampaignOptions & CommandEngineOptions & MeasureOptions;

/** Interrupted takes precedence over failed, failed over failed requests, and those over a missed threshold. */
const severity: readonly ExitCode[] = [
  exitCodes.done,
  exitCodes.thresholdFailed,
  exitCodes.requestsFailed,
  exitCodes.wrongInput,
  exitCodes.failed,
  exitCodes.interrupted,
];

function worse(a: ExitCode, b: ExitCode): ExitCode {
  return severity.indexOf(b) > severity.indexOf(a) ? b : a;
}

/** One after the other; a failed one does not prevent the next. */
export async function runAll(
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
