/** Cases for the process that reads damaged bytes: numbers `from` to before `to` of a target. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly plant: string | null;
}

export type CaseOutcome = 'unharmed' | 'told' | 'broken';

/** Told before each case, so that a death has a number. */
export interface Begun {
  readonly type: 'begun';
  readonly number: number;
}

export interface Ended {
  readonly type: 'ended';
  readonly number: number;
  readonly outcome: CaseOutcome;
  readonly saw: string;
  readonly cpuSeconds: number;
  /** The most that the process ever had. */
  readonly peakBytes: number;
}

export type Told = Begun | Ended | { readonly type: 'done' };
