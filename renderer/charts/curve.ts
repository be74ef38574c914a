import type { CurvePoint } from '../data/percentiles.ts';
import type { LegendItem } from './look.ts';

/** A latency percentile curve with its look. */
export interface Curve {
  readonly look: LegendItem;
  readonly points: readonly CurvePoint[];
}
