import { z } from 'zod';
import {
  cellCurveSchema,
  cellOfRunSchema,
  comparedMetricSchema,
  comparisonReportSchema,
  metricChoiceSchema,
  trendSchema,
} from '../compare.ts';
import { failing } from './base.ts';

/** Limit of a list in a call; a comparison accepts fewer, see `compareLimits`, and reports it in words. */
const longest = 1000;
const runId = z.string().min(1).max(100);

/** The `compare` part of the engine API. All fail with RUN_NOT_FOUND, and with COMPARISON_INVALID. */
export const compareContract = {
  /** Each cell of the other runs against the same cell of the baseline; without others, the run alone. */
  runs: failing
    .input(
      z.object({
        baseline: runId,
        others: z.array(runId).max(longest),
        metrics: metricChoiceSchema,
      }),
    )
    .output(comparisonReportSchema),
  /** Any cells, from one or several runs, against one. */
  cells: failing
    .input(
      z.object({
        baseline: cellOfRunSchema,
        others: z.array(cellOfRunSchema).min(1).max(longest),
        metrics: metricChoiceSchema,
      }),
    )
    .output(comparisonReportSchema),
  /** The same experiment over time. */
  trend: failing
    .input(z.object({ runId, metric: comparedMetricSchema.default('throughput') }))
    .output(trendSchema),
  curve: failing.input(cellOfRunSchema).output(cellCurveSchema),
};
