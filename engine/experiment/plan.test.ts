import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { anyExperimentFile } from '../../tests/support/experiment-files.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { countCells } from './cells.ts';
import { largestLevel } from './levels.ts';
import { cellsOf, estimateSeconds, planRepetition, planTrials } from './plan.ts';

const experiment = (changes: Record<string, unknown> = {}) =>
  experimentOf({
    ...{ wirebench: 1, name: 'Test', load: { model: 'closed', warmUp: '1s', duration: '5s' } },
    factors: { protocol: ['rest', 'grpc'], users: [10, 20] },
    ...changes,
  });

describe('cellsOf', () => {
  it('is the cross product in the order listed, the first factor varying slowest', () => {
    const cells = cellsOf(experiment({ factors: { users: [2, 1], protocol: ['grpc', 'rest'] } }));
    const names = cells.map((cell) => `${cell.users} ${cell.protocol}`);
    expect(names).toEqual(['2 grpc', '2 rest', '1 grpc', '1 rest']);
    expect(Object.keys(cells[0] ?? {})).toEqual(['protocol', 'shape', 'users', 'tls', 'client']);
  });

  it('has the rate of open load instead of users, where the file lists it', () => {
    const factors = { rate: [200, 0.5], protocol: ['rest', 'soap'] };
    const cells = cellsOf(experiment({ factors, load: { model: 'open', duration: 1 } }));
    expect(cells.map(describeCell)).toEqual([
      'rest · small · 200 per second · tls off · raw',
      'soap · small · 200 per second · tls off · raw',
      'rest · small · 0.5 per second · tls off · raw',
      'soap · small · 0.5 per second · tls off · raw',
    ]);
    expect(Object.keys(cells[0] ?? {})).toEqual(['protocol', 'shape', 'rate', 'tls', 'client']);
  });

  it('has neither in a load that sets its own levels', () => {
    const factors = { protocol: ['rest', 'grpc'], tls: ['off', 'on'] };
    const subject = experiment({ factors, load: { model: 'ramp', to: 10, perSecond: 1 } });
    expect(countCells(subject)).toBe(4);
    const keys = cellsOf(subject).map((cell) => Object.keys(cell).join());
    expect(keys).toEqual(Array(4).fill('protocol,shape,tls,client'));
  });
});

describe('planTrials', () => {
  it.each([
    [
      'listed',
      'rest 10, rest 10, rest 20, rest 20, grpc 10, grpc 10, grpc 20, grpc 20',
      '12121212',
    ],
    [
      'interleaved',
      'rest 10, rest 20, grpc 10, grpc 20, rest 10, rest 20, grpc 10, grpc 20',
      '11112222',
    ],
  ])('%s: runs %s, as repetitions %s', (order, cells, repetitions) => {
    const trials = planTrials(experiment({ repetitions: 2, order }));
    expect(trials.map(({ cell }) => `${cell.protocol} ${cell.users}`).join(', ')).toBe(cells);
    expect(trials.map(({ repetition }) => repetition).join('')).toBe(repetitions);
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

  it('in any order runs every cell the requested number of times, numbered as they run', () => {
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

  it('random depends on the seed and reaches every order', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const factors = { protocol: ['rest', 'soap', 'grpc'] };
      seen.add(
        planTrials(experiment({ factors, order: 'random', seed }))
          .map(({ cell }) => cell.protocol)
          .join(),
      );
    }
    expect(seen.size).toBe(6);
  });
});

describe('planRepetition', () => {
  const cells = ['a', 'b', 'c', 'd', 'e'];
  const orderOf = (repetition: number, seed = 1) =>
    planRepetition(cells, repetition, seed)
      .map(({ cell }) => cell)
      .join('');

  it('has every cell once, shuffled in odd repetitions and the reverse in even ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(4_294_967_295), (pair, seed) => {
        const [odd, even] = [2 * pair - 1, 2 * pair].map((one) => planRepetition(cells, one, seed));
        expect(odd?.map(({ cell }) => cell).sort()).toEqual(cells);
        expect(odd?.toReversed().map(({ cell }) => cell)).toEqual(even?.map(({ cell }) => cell));
        expect(new Set(odd?.map(({ repetition }) => repetition))).toEqual(new Set([2 * pair - 1]));
        expect(new Set(even?.map(({ repetition }) => repetition))).toEqual(new Set([2 * pair]));
      }),
    );
  });

  it('has the same order for the same seed, and others for other pairs and seeds', () => {
    const odd = Array.from({ length: 100 }, (_none, pair) => 2 * pair + 1);
    expect(odd.map((one) => orderOf(one))).toEqual(odd.map((one) => orderOf(one)));
    expect(new Set(odd.map((one) => orderOf(one))).size).toBeGreaterThan(50);
    expect(new Set(odd.map((seed) => orderOf(1, seed))).size).toBeGreaterThan(50);
    // Each cell is as often the first as others.
    const first = odd.filter((one) => orderOf(one).startsWith('a')).length;
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(40);
  });

  it('is how a run until decided begins, with the fewest repetitions', () => {
    const subject = experiment({ repetitions: { until: 'decided', atLeast: 4 }, seed: 7 });
    const trials = planTrials(subject);
    expect(trials.map(({ index }) => index)).toEqual(Array.from({ length: 16 }, (_, at) => at));
    const rest = trials.map(({ index: _, ...trial }) => trial);
    const planned = [1, 2, 3, 4].flatMap((one) => planRepetition(cellsOf(subject), one, 7));
    expect(rest).toEqual(planned);
  });
});

describe('estimateSeconds', () => {
  it('adds warm-up, window and a second for each trial', () => {
    const subject = experiment();
    expect(estimateSeconds(subject, planTrials(subject))).toBe(4 * 7);
  });

  it('is unknown when the window is bounded by requests', () => {
    for (const model of ['closed', 'open']) {
      const factors = model === 'open' ? { protocol: 'rest', rate: 5 } : { protocol: 'rest' };
      const subject = experiment({ factors, load: { model, requests: 10 } });
      expect(estimateSeconds(subject, planTrials(subject))).toBeNull();
    }
  });

  const stages = [
    { for: '30s', to: 200 },
    { for: '1m', to: 200 },
  ];
  const search = { model: 'search', round: 4, settle: 1, final: 9 };
  const bisection = { ...search, method: 'bisection', objective: 'p99 < 1s', precision: '25%' };
  // One second of overhead per trial, and 0.2 s between two rounds.
  it.each([
    [{ model: 'ramp', to: 10_000, perSecond: 15 }, 10_000 / 15 + 1],
    [{ model: 'ramp', from: 100, to: 200, perSecond: 0.5, stopAt: 'end' }, 200 + 1],
    [{ model: 'steps', levels: [1, 2, 3], hold: 10, settle: 2 }, 3 * 12 + 2 * 0.2 + 1],
    [{ model: 'steps', levels: [5], hold: 10, settle: 0 }, 10 + 1],
    [{ model: 'stages', stages }, 90 + 1],
    // 2, 4, 8, 16, and the final round.
    [{ ...search, method: 'doubling', to: 16 }, 4 * 5 + 10 + 4 * 0.2 + 1],
    [{ ...search, method: 'doubling', to: 31 }, 4 * 5 + 10 + 4 * 0.2 + 1],
    [{ ...search, method: 'doubling', to: 16, final: 0 }, 4 * 5 + 3 * 0.2 + 1],
    // 2, 4, 8, 16, 31, two halvings to get within a quarter, each repeated, and the final round.
    [{ ...bisection, to: 31 }, 9 * 5 + 10 + 9 * 0.2 + 1],
  ])('of %j', (load, seconds) => {
    const subject = experiment({ factors: { protocol: 'rest' }, load });
    expect(estimateSeconds(subject, planTrials(subject))).toBeCloseTo(seconds, 6);
  });

  it('is a positive number for every load that ends by time', () => {
    fc.assert(
      fc.property(anyExperimentFile, (file) => {
        const experiment = experimentOf(file);
        const seconds = estimateSeconds(experiment, planTrials(experiment));
        const { load } = experiment;
        const byRequests = 'requests' in load && load.requests !== undefined;
        // A plan without pauses between its iterations ends when they are done.
        const byIterations =
          load.model === 'plan' && (load.schedule === 'load' || load.interval === 0);
        expect(seconds === null).toBe(byRequests || byIterations);
        expect(seconds ?? 1).toBeGreaterThan(0);
        expect(Number.isFinite(seconds ?? 1)).toBe(true);
      }),
    );
  });
});

describe('largestLevel', () => {
  const steps = { model: 'steps', levels: [5, 70], hold: 1 };
  const rising = { model: 'stages', from: 50, stages: [{ for: 1, to: 20 }] };
  const open = { model: 'open', duration: 1 };
  const closed = { model: 'closed', duration: 1 };
  it.each<[object, object, users: number | null, rate: number | null, inFlight: number]>([
    [closed, { users: [3, 40, 7] }, 40, null, 40],
    [closed, {}, 10, null, 10],
    [open, { rate: [0.5, 90] }, null, 90, 1000],
    [{ ...open, maxInFlight: 8 }, { rate: 90 }, null, 90, 8],
    [{ model: 'ramp', to: 99, perSecond: 1 }, {}, 99, null, 99],
    [steps, {}, 70, null, 70],
    [{ ...steps, of: 'rate' }, {}, null, 70, 1000],
    [{ ...steps, of: 'rate', maxInFlight: 5 }, {}, null, 70, 5],
    [rising, {}, 50, null, 50],
    [{ model: 'search', method: 'doubling', to: 64 }, {}, 64, null, 64],
  ])('of %j with %j: %s users, rate %s, %d in flight', (load, factors, users, rate, inFlight) => {
    const subject = experiment({ factors: { protocol: 'rest', ...factors }, load });
    expect(largestLevel(subject)).toEqual({ users, rate, inFlight });
  });
});
