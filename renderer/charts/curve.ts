import { type Work, workWords } from '../../contracts/work.ts';
import type { DrawnCurvePoint } from '../data/percentiles.ts';
import type { LegendItem } from './look.ts';

/** A latency percentile curve with its look. */
export interface Curve {
  readonly look: LegendItem;
  readonly points: readonly DrawnCurvePoint[];
  /** Name of what is counted. */
  readonly counts: Work;
}

/** The words for curves in one figure. */
interface CurveWords {
  readonly many: string;
  readonly latency: string;
  readonly measure: string;
  readonly percentiles: string;
}

/** If curves of one figure count different things, all are named. */
export function curveWords(curves: readonly Pick<Curve, 'counts'>[]): CurveWords {
  const [first = 'requests', ...more] = new Set(curves.map(({ counts }) => counts));
  const all = [first, ...more].map((counts) => workWords[counts]);
  const joined = (word: 'many' | 'latency' | 'measure') => all.map((one) => one[word]).join(' or ');
  return {
    many: joined('many'),
    latency: joined('latency'),
    measure: joined('measure'),
    percentiles: more.length === 0 ? workWords[first].percentiles : 'Percentiles',
  };
}
