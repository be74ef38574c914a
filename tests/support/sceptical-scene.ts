import type { ResultDocument } from '../../contracts/result.ts';
import { type Group, isClear, type Pair, type Reading } from './plain-pairs.ts';

/** What the parts of the sceptical reader share. */

export const digits = String.raw`\d[\d,]*(?:\.\d+)?`;
export const figure = `(?:throughput|the highest throughput|the p95 latency|the median time of an iteration)`;

/** What a clause may say of a pair that is not decided. */
export type Hedge = 'alike' | 'chance' | 'undetected' | 'untold';

export function hedgeFor(pair: Pair): Hedge | 'none' {
  if (pair.ratio === null) return 'untold';
  if (pair.certain) return 'none';
  if (pair.alike) return 'alike';
  return isClear(pair) ? 'chance' : 'undetected';
}

/** What has been said of the pairs of a document, to find what is left out. */
export class Said {
  readonly pairs = new Set<Pair>();
  /** Opponents of the best that are only counted. */
  readonly more = new Map<Group, number>();
  /** Groups without a ratio. */
  readonly untold = new Set<Group>();
}

export interface Scene {
  readonly document: ResultDocument;
  readonly reading: Reading;
  /** Groups at the levels of the clause. */
  readonly groups: readonly Group[];
  readonly said: Said;
}

export type Found = Readonly<Record<string, string | undefined>>;
