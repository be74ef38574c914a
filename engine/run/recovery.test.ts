import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tick } from '../../contracts/worker-messages.ts';
import { tick } from '../../tests/support/ticks.ts';
import { intervalsAfter } from './recovery.ts';

/** Ticks of a tenth of a second each, phase after phase. */
function ticksOf(lengths: Readonly<Record<Tick['phase'], number>>): Tick[] {
  const ticks: Tick[] = [];
  for (const phase of ['warm-up', 'measured', 'drain'] as const) {
    for (let left = lengths[phase]; left > 0; left--) {
      const at = 100 * ticks.length;
      ticks.push(tick(phase, at, at + 100, [1000 + at], { round: 0 }));
    }
  }
  return ticks;
}

it('measurements of machines after an engine died complete the stored intervals as if the trial had not been interrupted', () => {
  const lengths = fc.record({
    'warm-up': fc.nat(25),
    measured: fc.integer({ min: 1, max: 60 }),
    drain: fc.nat(3),
  });
  fc.assert(
    fc.property(lengths, fc.nat(100), fc.boolean(), (phases, cut, secondsAreRounds) => {
      const ticks = ticksOf(phases);
      const whole = intervalsAfter([], ticks, secondsAreRounds);
      const stored = whole.slice(0, cut);
      expect([...stored, ...intervalsAfter(stored, ticks, secondsAreRounds)]).toEqual(whole);
      // The reports of stored intervals may be gone.
      const left = ticks.filter(({ startMs }) => startMs >= (stored.at(-1)?.startMs ?? 0));
      expect([...stored, ...intervalsAfter(stored, left, secondsAreRounds)]).toEqual(whole);
    }),
  );
});
