/** How one try went. Everything but `broken` is what was promised. */
export type Outcome =
  /** As if nothing had been. */
  | 'unharmed'
  /** Refused, set aside or counted as an error, with words that say so. */
  | 'told'
  /** Something was lost that may be lost, such as the second in progress. */
  | 'lost'
  /** The promise was broken. */
  | 'broken';

/** A promise that was broken, and how to see it again. */
export interface Breach {
  readonly what: string;
  /** What happened, in words. */
  readonly saw: string;
  /** Such as the seed and number of the case. */
  readonly again: string;
}

/** Figures that say more together, such as memory over time. */
export interface Table {
  /** What it shows, and how it was measured. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a kind is given for one go. */
export interface Turn {
  /** Begin no try after this, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** At most so many tries of each sort, however much time there is. */
  readonly most: number;
  readonly seed: number;
  /** In [0, 1), the same for the same seed. */
  readonly random: () => number;
  /** One of the kind's plants, which has to be found; or null. */
  readonly plant: string | null;
  /** A folder of its own, removed afterwards. */
  readonly folder: string;
  tried(what: string, outcome: Exclude<Outcome, 'broken'>, times?: number): void;
  broken(breach: Breach): void;
  /** Keeps the greatest value of a measure, such as the memory of a process. */
  measured(measure: string, value: number): void;
  table(table: Table): void;
  /** Why something could not be tried here. */
  without(what: string, reason: string): void;
}

/** One sort of attack with its promise. */
export interface Kind {
  readonly name: string;
  readonly promise: string;
  /** Of the time, among all kinds. */
  readonly share: number;
  /** So many tries are expected of ten minutes for all kinds. */
  readonly expected: number;
  /** Tries of each sort that are enough to find the plants. */
  readonly few: number;
  /** Faults that the kind can be given, each of which it has to find. */
  readonly plants: readonly string[];
  /** So many of them are looked for at once, where most of the time is spent waiting; default 1. */
  readonly plantsAtOnce?: number;
  /** Takes longer than is usual. */
  readonly onlyAtNight?: boolean;
  /** Its counts have a section of their own in the page where it is tried by itself, for longer than beside the others. */
  readonly hasOwnSection?: boolean;
  run(turn: Turn): Promise<void>;
}

export const hasTime = ({ deadline }: Turn): boolean => performance.now() < deadline;
