import type { WorkerTurns } from '../../contracts/worker-messages.ts';

/** A machine that takes a share of a load. */
export interface DividedMachine {
  /** Load workers it offers. */
  readonly threads: number;
  /** Capacity above 0, in the same unit for all machines. */
  readonly weight: number;
}

/** Division of a load among workers. */
export interface Division {
  /** Worker indexes by machine, ascending. */
  readonly hands: readonly (readonly number[])[];
  /** By worker. */
  readonly turns: readonly WorkerTurns[];
}

/** Average turns per worker: its share is exact to about half a turn. */
const turnsOfWorker = 100;
const minTurns = 2000;
const maxTurns = 100_000;

/**
 * Puts turns into a row: in the first `n`, for every `n`, each has its proportion, rounded down or up.
 * Each turn has a range of places; of the turns allowed at a place, it goes to the one
 * whose range ends first (the P-fair windows of Baruah et al. 1996, by which such a row always exists).
 * @param counts turns of each; integers, not all 0.
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

/** Share of each in the first `total` turns of a repeating row. */
function countsIn(row: readonly number[], counts: readonly number[], total: number): number[] {
  const rounds = Math.floor(total / row.length);
  const found = counts.map((count) => count * rounds);
  for (const who of row.slice(0, total % row.length)) found[who] = (found[who] ?? 0) + 1;
  return found;
}

/** Turns of each machine in proportion to its weight, divisible by its number of workers. */
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
 * Divides a load among machines in proportion to their weights, and each share equally among the machine's workers. Of
 * every number of users, arrivals or requests, each machine has its proportion, rounded down or up.
 * @param least the smallest total to be divided, from 1: a machine gets no more workers than can have one each.
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

/** Gives the turns of each machine to its workers in rotation. */
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

/** A worker’s share of the first `total`. */
export function shareIn({ own, of }: WorkerTurns, total: number): number {
  const rest = total % of;
  return Math.floor(total / of) * own.length + own.filter((place) => place < rest).length;
}
