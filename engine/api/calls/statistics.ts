import { statisticsOf } from '../../report/statistics/analysis.ts';
import { studyOf } from '../../report/statistics/study/study.ts';
import { measuredRun } from '../compare/measured.ts';
import { latencySample } from '../latency-sample.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `statistics` part of the engine's API. */
export function statisticsCalls(api: ContractImplementer, { store }: RouterParts) {
  return {
    analyse: api.statistics.analyse.handler(({ input }) =>
      statisticsOf(measuredRun(store, input.runId), input),
    ),
    study: api.statistics.study.handler(({ input }) =>
      studyOf(measuredRun(store, input.runId), input, latencySample(store)),
    ),
  };
}
