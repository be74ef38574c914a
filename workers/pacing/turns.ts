import type { Assignment } from '../../contracts/worker-messages.ts';

/** A worker's own share of all users, arrivals and requests of a trial, numbered from 0, as a periodic pattern. */
export interface Turns {
  /** One in this many is its own, on average. */
  readonly every: number;
  /** The number of its own one at index `place`, from 0. */
  numberOf(place: number): number;
  /** Number of its own among the first `count`; always the first ones. */
  countOf(count: number): number;
}

/** Numbers `worker`, `worker + workers`, and so on. */
export function everyNth(worker: number, workers: number): Turns {
  return {
    every: workers,
    numberOf: (place) => worker + place * workers,
    countOf: (count) => Math.max(0, Math.ceil((count - worker) / workers)),
  };
}

/** Of every `of` consecutive numbers those at the ascending positions `own`. */
export function inTurns(own: readonly number[], of: number): Turns {
  const turns = own.length;
  const before = Int32Array.from({ length: of + 1 });
  for (const place of own) before[place + 1] = 1;
  for (let place = 1; place <= of; place++)
    before[place] = (before[place] ?? 0) + (before[place - 1] ?? 0);
  return {
    every: of / turns,
    numberOf: (place) => Math.floor(place / turns) * of + (own[place % turns] ?? 0),
    countOf: (count) => {
      const whole = Math.max(0, Math.floor(count));
      return Math.floor(whole / of) * turns + (before[whole % of] ?? 0);
    },
  };
}

/** The turns of an assignment. */
export function turnsOf({
  turns,
  worker,
  workers,
}: Pick<Assignment, 'turns' | 'worker' | 'workers'>): Turns {
  return turns ? inTurns(turns.own, turns.of) : everyNth(worker, workers);
}
