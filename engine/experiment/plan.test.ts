import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { cellsOf, estimateSeconds, planTrials } from './plan.ts';
import { readExperiment } from './read.ts';

function experiment(changes: Record<string, unknown> = {}): Experiment {
  const file = {
    wirebench: 1,
    name: 'Test',
    factors: { protocol: ['rest', 'grpc'], users: [10, 20] },
    load: { model: 'closed', warmUp: '1s', duration: '5s' },
    ...changes,
  };
  const result = readExperiment(JSON.stringify(file));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.experiment;
}

const short = (trials: ReturnType<typeof planTrials>) =>
  trials.map(({ cell, repetition }) => `${cell.protocol} ${cell.users} #${repetition}`);

describe('cellsOf', () => {
  it('is the cross product in the order listed, the first factor varying slowest', () => {
    const cells = cellsOf(experiment({ factors: { users: [2, 1], protocol: ['grpc', 'rest'] } }));
    expect(cells.map((cell) => `${cell.users} ${cell.protocol}`)).toEqual([
      '2 grpc',
      '2 rest',
      '1 grpc',
      '1 rest',
    ]);
    expect(cells[0]).toEqual({
      protocol: 'grpc',
      shape: 'small',
      users: 2,
      tls: 'off',
      client: 'raw',
    });
  });
});

describe('planTrials', () => {
  it('listed: all repetitions of a cell together', () => {
    expect(short(planTrials(experiment({ repetitions: 2 })))).toEqual([
      'rest 10 #1',
      'rest 10 #2',
      'rest 20 #1',
      'rest 20 #2',
      'grpc 10 #1',
      'grpc 10 #2',
      'grpc 20 #1',
      'grpc 20 #2',
    ]);
  });

  it('interleaved: one repetition of every cell, then the next', () => {
    const trials = planTrials(experiment({ repetitions: 2, order: 'interleaved' }));
    expect(short(trials)).toEqual([
      'rest 10 #1',
      'rest 20 #1',
      'grpc 10 #1',
      'grpc 20 #1',
      'rest 10 #2',
      'rest 20 #2',
      'grpc 10 #2',
      'grpc 20 #2',
    ]);
  });

  const orders = fc.constantFrom('listed', 'interleaved', 'random');
  const anyPlan = fc.record({
    order: orders,
    repetitions: fc.integer({ min: 1, max: 6 }),
    seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    factors: fc.record({
      protocol: fc.subarray(['rest', 'soap', 'grpc'], { minLength: 1 }),
      tls: fc.subarray(['off', 'on', 'mtls'], { minLength: 1 }),
      users: fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 }),
    }),
  });

  it('in any order runs every cell exactly as often as asked, numbered as they run', () => {
    fc.assert(
      fc.property(anyPlan, (changes) => {
        const subject = experiment(changes);
        const trials = planTrials(subject);
        expect(trials.map((trial) => trial.index)).toEqual(trials.map((_, index) => index));
        const repetitions = new Map<string, number[]>();
        for (const { cell, repetition } of trials) {
          const name = describeCell(cell);
          repetitions.set(name, [...(repetitions.get(name) ?? []), repetition]);
        }
        expect([...repetitions.keys()].sort()).toEqual(cellsOf(subject).map(describeCell).sort());
        const expected = Array.from({ length: subject.repetitions }, (_, index) => index + 1);
        for (const found of repetitions.values()) expect(found).toEqual(expected);
      }),
    );
  });

  it('gives the same order for the same seed', () => {
    fc.assert(
      fc.property(anyPlan, (changes) => {
        expect(planTrials(experiment(changes))).toEqual(planTrials(experiment(changes)));
      }),
    );
  });

  it('at random depends on the seed and reaches every order', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const factors = { protocol: ['rest', 'soap', 'grpc'] };
      seen.add(short(planTrials(experiment({ factors, order: 'random', seed }))).join());
    }
    expect(seen.size).toBe(6);
  });
});

describe('estimateSeconds', () => {
  it('adds warm-up, window and a second for each trial', () => {
    const subject = experiment();
    expect(estimateSeconds(subject, planTrials(subject))).toBe(4 * 7);
  });

  it('does not know when the window is bounded by requests', () => {
    const subject = experiment({ load: { model: 'closed', requests: 10 } });
    expect(estimateSeconds(subject, planTrials(subject))).toBeNull();
  });
});
