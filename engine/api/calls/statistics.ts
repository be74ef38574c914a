import { setImmediate } from 'node:timers/promises';
import { statisticsOf } from '../../report/statistics/analysis.ts';
import { studyOf, studyTrials } from '../../report/statistics/study/study.ts';
import type { CountedSample } from '../../stats/counted.ts';
import { measuredRun } from '../compare/measured.ts';
import { latencySample } from '../latency-sample.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `statistics` part of the engine's API. */
export function statisticsCalls(api: ContractImplementer, { store }: RouterParts) {
  return {
    analyse: api.statistics.analyse.handler(({ input }) =>
      statisticsOf(measuredRun(store, input.runId), input),
    ),
    study: api.statistics.study.handler(async ({ input }) => {
      const run = measuredRun(store, input.runId);
      const read = latencySample(store);
      const samples = new Map<string, CountedSample>();
      for (const trial of studyTrials(run, input)) {
        samples.set(trial.id, read(trial));
        // Yield: a run may be in progress.
        await setImmediate();
      }
      return studyOf(run, input, ({ id }) => samples.get(id) ?? []);
    }),
  };
}
