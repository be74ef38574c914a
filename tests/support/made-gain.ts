import type { GainFigure, GainPoint } from '../../renderer/data/sizeGain.ts';
import { makeCompared } from './records.ts';

/** A point of gRPC in a chart of gain by message size. */
export const gainPoint = (
  what: string,
  bytes: number,
  times: number,
  part: Partial<GainPoint> = {},
): GainPoint => ({
  ...{ key: `grpc ${what}`, protocol: 'grpc', what, bytes, baselineBytes: null, times },
  ...{ interval: null, verdict: 'ok', compared: makeCompared() },
  ...part,
});

/** The chart of these points, against REST. */
export const gainFigureOf = (
  points: readonly GainPoint[],
  part: Partial<GainFigure> = {},
): GainFigure => ({
  ...{ metric: 'throughput', baseline: 'rest', part: 'both', points },
  ...{ baselineSizes: [], missing: [] },
  ...part,
});
