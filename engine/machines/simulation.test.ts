import { describe, expect, it } from 'vitest';
import { keyOf, type PlayedFleet, playFleet } from '../../tests/support/simulation/fleet.ts';

const count = 1000;
/** As those of `engine/run/simulation.test.ts`. */
const wanted = process.env.WIREBENCH_SEED ?? '1';
const one = /^\d+$/.test(wanted) && wanted !== '1';
const first = wanted === 'random' ? Math.floor(Math.random() * 1e9) : Number(wanted);

/** Invariants of every run, whatever happened to it. */
function expectSound(played: PlayedFleet): void {
  const { run, agents, did, isSound, isDead, disturbed, stopsAfterMs, present } = played;
  // Nothing goes on after the end, on neither side.
  expect(played.waiting).toBe(0);
  expect(played.busy).toEqual([]);
  expect(present.filter(({ lease, loading }) => lease !== null || loading)).toEqual([]);
  const living = agents.filter((agent) => !agent.isDead).map(({ name }) => name);
  expect(present.map(({ facts }) => facts.name)).toEqual(living);
  for (const { lastAt } of did.values()) expect(lastAt).toBeLessThan(played.endedAt + 10_000);
  // A loss has a reason, and a name.
  const undisturbed = agents.filter(({ name }) => !disturbed.some(({ who }) => who === name));
  expect(run.error?.message ?? '').not.toContain('its reports are not of its load');
  const names = (text: string) => agents.filter(({ name }) => text.includes(name));
  if (isSound) expect(run.error).toBeNull();
  if (run.error && !isDead) {
    // A machine that cannot fetch its part says so itself.
    expect(['MACHINE_LOST', 'WORKER_FAILED']).toContain(run.error.code);
    expect(names(run.error.message).length).toBeGreaterThan(0);
  }
  const isNear = disturbed.every(({ who }) => who !== 'controller');
  for (const key of run.lost) {
    const name = did.get(key)?.machine;
    if (isNear && name) expect(undisturbed.map((agent) => agent.name)).not.toContain(name);
  }
  // What was heard was done, once and in order; what was not is of a machine that is named.
  const isWhole = run.error === null && !isDead;
  for (const [key, { ticks }] of did) {
    const heard = run.heard.get(key) ?? [];
    expect(heard).toEqual(ticks.slice(0, heard.length));
    const end = run.ends.get(key);
    if (isWhole && !run.lost.has(key)) expect([key, heard.length]).toEqual([key, ticks.length]);
    if (end) expect(end.issued).toBe(ticks.reduce((sum, ok) => sum + ok, 0));
    if (isWhole && stopsAfterMs === null && !run.lost.has(key)) {
      expect(ticks).toHaveLength(played.ticks);
    }
  }
  if (isWhole && run.lost.size === 0) {
    expect(run.ends.size).toBe(played.stints * 2 * agents.length);
  }
  expectStarts(played);
  expectFetched(played);
}

/** All begin together, as exactly as their clocks are known, or are said to be late. */
function expectStarts({ run, did, agents, isDead, stopsAfterMs }: PlayedFleet): void {
  if (stopsAfterMs !== null || isDead) return;
  for (const { stint, atMs, machines } of run.starts) {
    for (const { name, workers, clockErrorMs, beganLateMs = 0 } of machines) {
      for (const worker of workers) {
        const began = did.get(keyOf(stint, worker))?.beganAt ?? Number.NaN;
        const isGone = agents.some((agent) => agent.name === name && agent.isDead);
        if (isGone || run.lost.has(keyOf(stint, worker))) continue;
        if (beganLateMs > 0) expect(run.notes.join()).toContain(`${name} received the start late`);
        expect(Math.abs(began - atMs), name).toBeLessThanOrEqual(clockErrorMs + beganLateMs);
      }
    }
  }
}

/** The next controller fetches all that living machines did. */
function expectFetched({ fetched, did, agents, disturbed }: PlayedFleet): void {
  if (!fetched) return;
  // At once from machines that are there; of others it waits for a minute.
  if (disturbed.every(({ who }) => who === 'controller'))
    expect(fetched.tookMs).toBeLessThan(10_000);
  const living = new Set(agents.filter((agent) => !agent.isDead).map(({ name }) => name));
  const recorded = new Set(fetched.record.stints.map((_, place) => String(place)));
  const ok = (some: (machine: string) => boolean) =>
    [...did].reduce((total, [key, { machine, ticks }]) => {
      const counts = recorded.has(key.split('/')[0] ?? '') && some(machine);
      return counts ? total + ticks.reduce((sum, one) => sum + one, 0) : total;
    }, 0);
  expect(fetched.ok).toBeGreaterThanOrEqual(ok((machine) => living.has(machine)));
  expect(fetched.ok).toBeLessThanOrEqual(ok(() => true));
}

describe('a run of several machines on simulated time, whatever happens to it', () => {
  it('keeps its invariants', async () => {
    const failed: string[] = [];
    for (let seed = first; seed < first + (one ? 1 : count); seed++) {
      try {
        expectSound(await playFleet(seed));
      } catch (error) {
        failed.push(`WIREBENCH_SEED=${seed}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    expect(failed.slice(0, 5).join('\n\n')).toBe('');
  });

  it('names a machine whose reports are well-formed and not of its load, and ends at once', async () => {
    const { run, busy } = await playFleet(1, true);
    expect(run.error?.code).toBe('WORKER_FAILED');
    expect(run.error?.message).toMatch(/^m\d: its reports are not of its load/);
    expect(busy).toEqual([]);
  });
});
