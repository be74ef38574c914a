import type { WorkerTurns } from '../../contracts/worker-messages.ts';

/** A machine that is to have a part of a load. */
export interface DividedMachine {
  /** Load workers that it offers. */
  readonly threads: number;
  /** What it can do, in any unit that is the same for all; above 0. */
  readonly weight: number;
}

/** Who makes which part of a load. */
export interface Division {
  /** Of each machine the places of its workers, rising. */
  readonly hands: readonly (readonly number[])[];
  /** Of each worker. */
  readonly turns: readonly WorkerTurns[];
}

/** Turns of a worker, on average: its part is right to about half of one among them. */
const turnsOfWorker = 100;
const minTurns = 2000;
const maxTurns = 100_000;

/**
 * Puts turns into a row: of the first `n` of it, for every `n`, each gets its proportion rounded down or up.
 * Each turn has a stretch of places in which it may stand; of those that may stand at a place, the one stands there
 * whose stretch ends first (the P-fair windows of Baruah et al. 1996, by which such a row always exists).
 * @param counts how many turns each has; whole numbers, not all 0.
 * @returns whose turn it is at each place.
 */
export function turnRow(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const placed = counts.map(() => 0);
  return Array.from({ length: all }, (_, at) => {
    let next = -1;
    let soonest = Number.POSITIVE_INFINITY;
    for (const [who, count] of counts.entries()) {
      const had = placed[who] ?? 0;
      if (had >= count || Math.floor((had * all) / count) > at) continue;
      const latest = Math.ceil(((had + 1) * all) / count);
      if (latest >= soonest) continue;
      soonest = latest;
      next = who;
    }
    placed[next] = (placed[next] ?? 0) + 1;
    return next;
  });
}

/** How many of the first `total` in a row that repeats are those of each. */
function countsIn(row: readonly number[], counts: readonly number[], total: number): number[] {
  const rounds = Math.floor(total / row.length);
  const found = counts.map((count) => count * rounds);
  for (const who of row.slice(0, total % row.length)) found[who] = (found[who] ?? 0) + 1;
  return found;
}

/** A number of turns for each machine in proportion to its weight, so that its workers can have equally many. */
function turnsFor(machines: readonly DividedMachine[], workers: readonly number[]): number[] {
  const all = workers.reduce((sum, count) => sum + count, 0);
  const turns = Math.min(maxTurns, Math.max(minTurns, turnsOfWorker * all));
  const weights = machines.map(({ weight }, place) => (workers[place] ? weight : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, place) => {
    const own = workers[place] ?? 0;
    return own === 0 ? 0 : own * Math.max(1, Math.round((turns * weight) / sum / own));
  });
}

/**
 * Divides a load among machines in proportion to their weights, and the part of each equally among its workers. Of
 * every number of users, arrivals or requests, each machine has its proportion, rounded down or up.
 * @param least the smallest whole that is divided, from 1: a machine has as many workers as can have one of it each.
 */
export function divideInTurns(machines: readonly DividedMachine[], least: number): Division {
  let workers = machines.map(({ threads }) => threads);
  for (;;) {
    const counts = turnsFor(machines, workers);
    const row = turnRow(counts);
    const parts = countsIn(row, counts, Math.min(least, Number.MAX_SAFE_INTEGER));
    const fitting = workers.map((count, place) => Math.min(count, parts[place] ?? 0));
    if (fitting.every((count, place) => count === workers[place])) return dealt(row, workers);
    workers = fitting;
  }
}

/** Gives the turns of each machine to its workers, one after the other. */
function dealt(row: readonly number[], workers: readonly number[]): Division {
  let place = 0;
  const hands = workers.map((count) => Array.from({ length: count }, () => place++));
  const own = Array.from({ length: place }, (): number[] => []);
  const had = workers.map(() => 0);
  for (const [at, machine] of row.entries()) {
    const hand = hands[machine] ?? [];
    const turn = had[machine] ?? 0;
    own[hand[turn % hand.length] ?? -1]?.push(at);
    had[machine] = turn + 1;
  }
  return { hands, turns: own.map((turns) => ({ own: turns, of: row.length })) };
}

/** How many of the first `total` are a worker’s own. */
export function shareIn({ own, of }: WorkerTurns, total: number): number {
  const rest = total % of;
  return Math.floor(total / of) * own.length + own.filter((place) => place < rest).length;
}
