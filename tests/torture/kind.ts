/** Outcome of one try. All but `broken` keep the promise. */
export type Outcome =
  /** Without any effect. */
  | 'unharmed'
  /** Refused, set aside or counted as an error, with a message that says so. */
  | 'reported'
  /** Something was lost that may be lost, such as the second in progress. */
  | 'lost'
  /** The promise was broken. */
  | 'broken';

/** A broken promise, and how to reproduce it. */
export interface Breach {
  readonly what: string;
  /** Description of the event. */
  readonly saw: string;
  /** Such as the seed and number of the case. */
  readonly again: string;
}

/** Values that belong together, such as memory over time. */
export interface Table {
  /** What it shows, and how it was measured. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All results of one kind. */
export interface KindReport {
  readonly kind: string;
  readonly promise: string;
  readonly expected: number;
  readonly seconds: number;
  /** The number of tries of each sort, by outcome. */
  readonly rows: readonly Row[];
  readonly breaches: readonly Breach[];
  /** The maximum of each measure. */
  readonly measures: Readonly<Record<string, number>>;
  readonly tables: readonly Table[];
  /** What could not be tried, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

export interface Row {
  readonly what: string;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** Input of a kind for one go. */
export interface Turn {
  /** Begin no try after this, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Maximum number of tries of each sort, however much time there is. */
  readonly most: number;
  readonly seed: number;
  /** One of the kind's plants, which has to be found; or null. */
  readonly plant: string | null;
  /** A folder for this go, removed afterwards. */
  readonly folder: string;
  tried(what: string, outcome: Exclude<Outcome, 'broken'>, times?: number): void;
  broken(breach: Breach): void;
  /** Keeps the maximum of a measure, such as the memory of a process. */
  measured(measure: string, value: number): void;
  table(table: Table): void;
  /** Why something could not be tried here. */
  without(what: string, reason: string): void;
}

/** One sort of attack with its promise. */
export interface Kind {
  readonly name: string;
  readonly promise: string;
  /** Share of the time, among all kinds. */
  readonly share: number;
  /** Tries expected when all kinds run for ten minutes. */
  readonly expected: number;
  /** Tries of each sort that are enough to find the plants. */
  readonly few: number;
  /** Faults that can be planted, each of which the kind has to find. */
  readonly plants: readonly string[];
  /** Plants searched concurrently, where most of the time is spent waiting; default 1. */
  readonly plantsAtOnce?: number;
  /** Takes longer than most kinds. */
  readonly onlyAtNight?: boolean;
  /** Its counts have their own section in the page: it is tried alone, for longer than with the others. */
  readonly hasOwnSection?: boolean;
  run(turn: Turn): Promise<void>;
}

export const hasTime = ({ deadline }: Turn): boolean => performance.now() < deadline;
