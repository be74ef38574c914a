import { WirebenchError } from '../../../contracts/errors.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { MeasuredRun } from '../../../engine/report/compare/measured-run.ts';
import { statisticsOf } from '../../../engine/report/statistics/analysis.ts';
import { studyOf } from '../../../engine/report/statistics/study/study.ts';
import { type CountedSample, countValues } from '../../../engine/stats/counted.ts';
import { seededRandom } from '../../../engine/stats/random.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `statistics` part of the scripted engine: real procedures on scripted values. */
export function scriptedStatistics(os: ContractImplementer, state: ScriptedState) {
  const read = (id: string): MeasuredRun => {
    const run = state.runs.get(id);
    if (!run) throw new WirebenchError('RUN_NOT_FOUND', `No run has the id ${id}.`);
    const { run: head, trials } = state.document(run);
    return { head, trials };
  };
  return {
    analyse: os.statistics.analyse.handler(({ input }) => statisticsOf(read(input.runId), input)),
    study: os.statistics.study.handler(({ input }) =>
      studyOf(read(input.runId), input, scriptedLatencies),
    ),
  };
}

/** A thousand skewed latencies around the median of the trial. */
export function scriptedLatencies({ index, latencyMs }: TrialResult): CountedSample {
  const random = seededRandom(index + 1);
  return countValues(
    Array.from({ length: 1000 }, () => {
      const spread = random() + random() + random() - 1.5;
      return Math.round(1000 * latencyMs.p50 * Math.exp(0.5 * spread)) / 1000;
    }),
  );
}
