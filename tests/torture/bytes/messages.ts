/** Cases for the process that reads damaged bytes: numbers `from` to before `to` of a target. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly plant: string | null;
  /** The only case, by the numbers of all whose damage it has; absent of usual cases. */
  readonly line?: readonly number[];
}

export type CaseOutcome = 'unharmed' | 'told' | 'broken';

/** Told whenever a case is about to be read, so that a death has a number. */
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
  /** The most that the process ever had. */
  readonly peakBytes: number;
  /** Characters of code that the cases of this target have run so far, and how many cases are kept to be damaged further. */
  readonly reached: number;
  readonly kept: number;
}

export type Told = Begun | Ended | { readonly type: 'done' };
