import { join } from 'node:path';
import { exportFormatSchema } from '../../../contracts/engine-api.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { Engine } from '../../api/engine.ts';
import { loadReportRenderer } from '../../report/page/renderer.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { outputNames, prepareFolder, writeOutput } from '../output-files.ts';

/** Exit code after a run. */
export function exitCodeOfRun({ run, analysis }: ResultDocument): ExitCode {
  if (run.status === 'stopped' || run.status === 'interrupted') return exitCodes.interrupted;
  if (run.status !== 'completed') return exitCodes.failed;
  if (!run.thresholdsPassed) return exitCodes.thresholdFailed;
  return analysis.finding?.failing ? exitCodes.requestsFailed : exitCodes.done;
}

/**
 * Makes sure that a run can be written to a folder before hours are spent on measuring it.
 * @throws WirebenchError ARGUMENT_INVALID when the folder cannot be created or written,
 * REPORT_UNAVAILABLE when the report renderer is not built.
 */
export async function prepareOutputs(folder: string): Promise<void> {
  await prepareFolder(folder);
  await loadReportRenderer();
}

/** Writes a run to a folder in every format except samples. @returns the paths written. */
export async function writeOutputs(
  { client }: Engine,
  runId: string,
  folder: string,
): Promise<string[]> {
  const write = async (format: keyof typeof outputNames) => {
    const path = join(folder, outputNames[format]);
    const { text } = await client.runs.export({ runId, format });
    await writeOutput(path, text);
    return path;
  };
  return Promise.all(exportFormatSchema.exclude(['samples']).options.map(write));
}
