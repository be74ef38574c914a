/** Cases for the process that reads damaged bytes: numbers `from` to before `to` of a target. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly plant: string | null;
  /** The only case, by the numbers of all cases whose damage it has; absent for normal orders. */
  readonly line?: readonly number[];
}

export type CaseOutcome = 'unharmed' | 'told' | 'broken';

/** Sent before each case is read, so that a death can be attributed to a number. */
export interface Begun {
  readonly type: 'begun';
  readonly number: number;
  /** Its own number, after those of the cases that damaged the same sample before it. */
  readonly line: readonly number[];
}

export interface Ended {
  readonly type: 'ended';
  readonly number: number;
  readonly line: readonly number[];
  readonly outcome: CaseOutcome;
  readonly saw: string;
  readonly cpuSeconds: number;
  /** Peak memory of the process. */
  readonly peakBytes: number;
  /** Characters of code that the cases of this target have run so far, and the number of cases kept for more damage. */
  readonly reached: number;
  readonly kept: number;
}

export type Message = Begun | Ended | { readonly type: 'done' };
