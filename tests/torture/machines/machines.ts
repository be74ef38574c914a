import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import { findNatsServer } from '../../../engine/machines/nats-server.ts';
import { missingMount } from '../../support/small-disk.ts';
import { soonMs } from '../../support/timeouts.ts';
import { type PlacedAttack, type Result, shareTurns, type Try } from '../attacks.ts';
import { clockLibrary } from '../kills/wall-clock.ts';
import type { Kind, Turn } from '../kind.ts';
import { within } from '../within.ts';
import { controllerAttacks } from './controllers.ts';
import { Fleet } from './fleet.ts';
import type { FleetAttack } from './fleet-attack.ts';
import { guestAttacks } from './guests.ts';
import { interruptionAttacks, longSilences } from './interruptions.ts';
import { lossAttacks } from './losses.ts';

const withoutMount = (attack: FleetAttack): FleetAttack => ({ missing: missingMount, ...attack });
const withoutClock = (attack: FleetAttack): FleetAttack => ({
  missing: () => (clockLibrary() === null ? 'libfaketime is not on this machine' : null),
  ...attack,
});

const groups: readonly (readonly FleetAttack[])[] = [
  interruptionAttacks({ onDisks: withoutMount }),
  lossAttacks,
  longSilences,
  controllerAttacks,
  guestAttacks({ onClocks: withoutClock }),
];
/** One of each group, then the next: a short time covers some of each. */
const fleetAttacks = groups
  .flatMap((group) => group.map((attack, place) => ({ attack, place })))
  .toSorted((a, b) => a.place - b.place)
  .map(({ attack }) => attack);

/** Fleets attacked concurrently: most of their time is spent waiting. */
const fleets = 6;

/** A fleet that is created on first use, and again after a breach, which must not be found by the following attacks. */
class Ground {
  readonly #folder: string;
  #fleets = 0;
  #fleet: Promise<Fleet> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async attempt(attack: FleetAttack, one: Try): Promise<Result> {
    const result = await this.#attempted(attack, one);
    if ('broken' in result) await this.close();
    return result;
  }

  async #attempted(attack: FleetAttack, one: Try): Promise<Result> {
    try {
      this.#fleets += this.#fleet ? 0 : 1;
      this.#fleet ??= Fleet.start(join(this.#folder, String(this.#fleets)));
      return await attack.attempt(one, await this.#fleet);
    } catch (error) {
      return { broken: messageOf(error) };
    }
  }

  async close(): Promise<void> {
    const fleet = await this.#fleet?.catch(() => null);
    this.#fleet = null;
    await within('the fleet is closed', fleet?.close() ?? Promise.resolve(), 5 * soonMs);
  }
}

async function attackFleets(turn: Turn): Promise<void> {
  const grounds = Array.from(
    { length: fleets },
    (_, place) => new Ground(join(turn.folder, `fleet-${place}`)),
  );
  const attacks = fleetAttacks.flatMap((attack): PlacedAttack<Ground>[] => {
    const reason = attack.missing?.() ?? null;
    if (reason !== null && (turn.plant === null || turn.plant === attack.plant))
      turn.without(attack.what, reason);
    const attempt = (one: Try, ground: Ground) => ground.attempt(attack, one);
    return reason === null ? [{ ...attack, attempt }] : [];
  });
  try {
    await shareTurns(turn, attacks, grounds);
  } finally {
    await Promise.all(grounds.map((ground) => ground.close()));
  }
}

export const machines: Kind = {
  name: 'machines',
  promise:
    'Every request that the service saw is reported, except those that a lost machine could not report any more; no load continues; no one without a key is admitted; the next run works.',
  share: 3.5,
  expected: 60,
  few: 1,
  hasOwnSection: true,
  plants: fleetAttacks.flatMap(({ plant }) => plant ?? []),
  plantsAtOnce: 3,
  run: async (turn) => {
    const missing =
      process.platform === 'linux'
        ? await findNatsServer().then(() => null, messageOf)
        : 'processes are looked for in /proc';
    if (missing === null) await attackFleets(turn);
    else turn.without('machines', missing);
  },
};
