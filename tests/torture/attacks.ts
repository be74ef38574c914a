import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../contracts/errors.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { removeFolder } from '../support/folder.ts';
import { slowness, soonMs } from '../support/timeouts.ts';
import { hasTime, type Outcome, type Turn } from './kind.ts';

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

/** An attack that is tried repeatedly. */
export interface Attack {
  readonly what: string;
  /** Attacks of one lane take turns; lanes run concurrently. Default 0. */
  readonly lane?: number;
  /** Tried once in this many rounds, because it takes long; default 1. */
  readonly every?: number;
  readonly plant?: string;
  attempt(one: Try): Promise<Result>;
}

/** Runs the attacks in turn until the time is over. */
export async function takeTurns(turn: Turn, attacks: readonly Attack[]): Promise<void> {
  const chosen =
    turn.plant === null ? attacks : attacks.filter(({ plant }) => plant === turn.plant);
  const lanes = Map.groupBy(chosen, ({ lane = 0 }) => lane);
  await Promise.all([...lanes.values()].map((lane) => runLane(turn, lane)));
}

/** An attack that needs a place, such as a fleet, of which there are several. */
export interface PlacedAttack<Place> extends Omit<Attack, 'lane' | 'every' | 'attempt'> {
  attempt(one: Try, place: Place): Promise<Result>;
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
  const rounds = attacks
    .filter(({ plant }) => turn.plant === null || plant === turn.plant)
    .map((attack) => ({ attack, begun: 0 }));
  const next = () => {
    const least = Math.min(...rounds.map(({ begun }) => begun));
    return least < turn.most ? rounds.find(({ begun }) => begun === least) : undefined;
  };
  const runPlace = async (place: Place) => {
    for (let one = next(); one && hasTime(turn); one = next()) {
      const { attack, begun } = one;
      one.begun += 1;
      await attemptOnce(
        turn,
        { ...attack, attempt: (details) => attack.attempt(details, place) },
        begun,
      );
    }
  };
  await Promise.all(places.map(runPlace));
}

async function runLane(turn: Turn, attacks: readonly Attack[]): Promise<void> {
  for (let round = 0; round < turn.most && hasTime(turn); round += 1) {
    for (const attack of attacks) {
      if (round % (attack.every ?? 1) === 0 && hasTime(turn))
        await attemptOnce(turn, attack, round);
    }
  }
}

let folders = 0;

async function attemptOnce(turn: Turn, attack: Attack, round: number): Promise<void> {
  const { what } = attack;
  const ownSeed = turn.seed + round * 7919 + (attack.lane ?? 0) * 104_729;
  const seed = [...what].reduce((sum, sign) => sum + sign.charCodeAt(0), ownSeed);
  folders += 1;
  const folder = join(turn.folder, String(folders));
  mkdirSync(folder, { recursive: true });
  const attempt = attack.attempt({
    random: seededRandom(seed),
    folder,
    planted: turn.plant !== null,
    measured: turn.measured,
    also: turn.tried,
  });
  const result = await Promise.race([attempt, hanging(attempt)]).catch(
    (error: unknown): Result => ({ broken: messageOf(error) }),
  );
  if ('held' in result) turn.tried(what, result.held, result.times);
  else turn.broken({ what, saw: result.broken, again: `seed ${turn.seed}, round ${round}` });
  removeFolder(folder);
}

/** A try that takes longer than this hangs, on any machine. Each step has its own limit. */
const maxMinutes = 15;

/** @returns once the work has taken too long; never if it has ended before. */
async function hanging(attempt: Promise<unknown>): Promise<Result> {
  const over = new AbortController();
  const stop = () => over.abort();
  void attempt.then(stop, stop);
  try {
    await wait(maxMinutes * 60_000, null, { signal: over.signal });
    return { broken: `it hangs: no end within ${maxMinutes} min` };
  } catch {
    return new Promise<Result>(() => undefined);
  }
}

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
