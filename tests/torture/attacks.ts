import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../contracts/errors.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { removeFolder } from '../support/folder.ts';
import { slowness, soonMs } from '../support/timeouts.ts';
import { hasTime, type Outcome, type Turn } from './kind.ts';
import { within } from './within.ts';

/** Result of a try: how often the promise held, or what broke it. */
export type Result =
  | { readonly held: Exclude<Outcome, 'broken'>; readonly times?: number }
  | { readonly broken: string };

/** Input of one try. */
export interface Try {
  readonly random: () => number;
  /** A fresh folder for this try. */
  readonly folder: string;
  /** Whether this attack's fault is planted and has to be found. */
  readonly planted: boolean;
  readonly measured: Turn['measured'];
  /** Counts a try of another sort that was made along the way. */
  readonly also: Turn['tried'];
}

/** An attack that is tried repeatedly, where it needs a place, such as a fleet, of which there are several. */
export interface PlacedAttack<Place> {
  readonly what: string;
  /** Attacks of one lane take turns; lanes run concurrently. Default 0. */
  readonly lane?: number;
  /** Tried once in this many rounds, because it takes long; default 1. */
  readonly every?: number;
  readonly plant?: string;
  attempt(one: Try, place: Place): Promise<Result>;
}

/** An attack that is tried repeatedly. */
export type Attack = PlacedAttack<null>;

/** Runs the attacks in turn until the time is over. */
export async function takeTurns(turn: Turn, attacks: readonly Attack[]): Promise<void> {
  const lanes = Map.groupBy(attacks, ({ lane = 0 }) => lane);
  await Promise.all([...lanes.values()].map((lane) => shareTurns(turn, lane, [null])));
}

/**
 * Each place tries the attack with the fewest tries so far, until the time is over: all get the same number of tries,
 * however long some take.
 */
export async function shareTurns<Place>(
  turn: Turn,
  attacks: readonly PlacedAttack<Place>[],
  places: readonly Place[],
): Promise<void> {
  const all = attacks
    .filter(({ plant }) => turn.plant === null || plant === turn.plant)
    .map((attack) => ({ attack, round: 0 }));
  const next = () => {
    const least = Math.min(...all.map(({ round }) => round));
    return least < turn.most ? all.find(({ round }) => round === least) : undefined;
  };
  const runPlace = async (place: Place) => {
    for (let one = next(); one && hasTime(turn); one = next()) {
      const { attack, round } = one;
      one.round += attack.every ?? 1;
      await attemptOnce(turn, attack, place, round);
      // Tries that never wait would leave no turn to those beside them.
      await wait(0);
    }
  };
  await Promise.all(places.map(runPlace));
}

let folders = 0;
/** A try that takes longer than this hangs. Each step has its own limit. */
const maxMs = 15 * 60_000;

async function attemptOnce<Place>(
  turn: Turn,
  attack: PlacedAttack<Place>,
  place: Place,
  round: number,
): Promise<void> {
  const { what } = attack;
  const ownSeed = turn.seed + round * 7919 + (attack.lane ?? 0) * 104_729;
  const seed = [...what].reduce((sum, sign) => sum + sign.charCodeAt(0), ownSeed);
  folders += 1;
  const folder = join(turn.folder, String(folders));
  mkdirSync(folder, { recursive: true });
  const { measured, tried: also } = turn;
  const one = { random: seededRandom(seed), folder, planted: turn.plant !== null, measured, also };
  const result = await within('the try ends', attack.attempt(one, place), maxMs).catch(brokenBy);
  if ('held' in result) turn.tried(what, result.held, result.times);
  else turn.broken({ what, saw: result.broken, again: `seed ${turn.seed}, round ${round}` });
  removeFolder(folder);
}

/** @param fault what is wrong, or null if the promise was kept. */
export const resultOf = (
  fault: string | null,
  held: Exclude<Outcome, 'broken'>,
  times = 1,
): Result => (fault === null ? { held, times } : { broken: fault });

export const brokenBy = (error: unknown): Result => ({ broken: messageOf(error) });

/**
 * Waits for a condition.
 * @param timeoutMs on an otherwise idle machine; scaled up on a busy one.
 * @returns whether it was met.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = soonMs,
): Promise<boolean> {
  const start = performance.now();
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() - start > timeoutMs * slowness()) return false;
    await wait(25);
  }
}

/** Waits a random time up to this many milliseconds, so that faults come at any moment. */
export const someTime = (random: () => number, maxMs: number): Promise<void> =>
  wait(random() * maxMs);
