import type { Page } from 'playwright-core';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { RunFileRun, RunFileTrial } from '../../contracts/run-file.ts';
import { planTrials } from '../../engine/experiment/plan.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { Histogram } from '../../engine/stats/histogram.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { dropFile } from './drop-file.ts';
import { makeInterval, makeResult } from './records.ts';
import { makeFileRun, makeFileTrial, packRunFile } from './run-files.ts';
import { scriptedEncoded } from './scripted-encoded.ts';
import { title } from './views.ts';

/** Seconds of each trial, and requests per second. */
const seconds = 3;
const requests = 500;

/** Microseconds of a typical request. */
const typical: Readonly<Record<string, number>> = { rest: 900, soap: 2100, grpc: 700 };

/** Latencies with a long tail, scaled by `times`. */
function latencies({ cell }: PlannedTrial, times: number, random: () => number): number[] {
  const middle = (typical[cell.protocol] ?? 1000) * times * (cell.tls === 'off' ? 1 : 1.3);
  return Array.from({ length: requests }, () =>
    Math.round(middle * (0.7 + 0.4 * random() + 0.2 / (1.01 - random()) ** 0.5)),
  );
}

function sampleTrial(
  run: string,
  planned: PlannedTrial,
  times: number,
  random: () => number,
): RunFileTrial {
  const id = `${run}-${planned.index}`;
  const all = new Histogram();
  const intervals = Array.from({ length: seconds }, (_none, index) => {
    const latency = new Histogram();
    for (const value of latencies(planned, times, random)) {
      latency.record(value);
      all.record(value);
    }
    return makeInterval(index, { ok: requests, failed: 0, errors: [], latency: latency.toData() });
  });
  const ms = (percent: number) => all.percentile(percent) / 1000;
  const plain = makeResult(id, planned);
  const latencyMs = {
    ...plain.latencyMs,
    mean: all.mean() / 1000,
    p50: ms(50),
    p95: ms(95),
    p99: ms(99),
  };
  const result = {
    ...plain,
    ...scriptedEncoded(planned.cell),
    window: { seconds },
    requests: { ok: requests * seconds, failed: 0, dropped: 0 },
    throughputRps: Math.round(4e6 / all.mean()),
    latencyMs,
    serviceMs: latencyMs,
  };
  return makeFileTrial(planned.index, { id, planned, result, intervals });
}

/** A possible result of an experiment with closed load. */
export function sampleRun(
  id: string,
  experiment: string,
  part: Partial<RunFileRun> = {},
): RunFileRun {
  const read = readExperiment(experiment);
  if (!read.ok) throw new Error(`The experiment of ${id} has problems`);
  const random = seededRandom([...id].reduce((sum, sign) => sum + sign.charCodeAt(0), 0));
  const { name, connections } = read.experiment;
  const times = connections === 'per-request' ? 1.5 : 1;
  const trials = planTrials(read.experiment).map((planned) =>
    sampleTrial(id, planned, times, random),
  );
  const plain = { tags: [], note: '', annotations: [], warnings: [], status: 'completed' as const };
  return makeFileRun({ ...plain, id, name, experiment, trials, ...part });
}

/**
 * Drops a run file on the window, with a possible result of an experiment: for views that
 * need a result and not the run itself. The window then shows that result.
 */
export async function dropSampleRun(page: Page, id: string, experiment: string): Promise<void> {
  const run = sampleRun(id, experiment);
  await dropFile(page, `${id}.wbrun`, packRunFile(run));
  await page.waitForURL((url) => url.hash.startsWith(`#/result/${id}`));
  await title(page).filter({ hasText: run.name }).waitFor();
}
