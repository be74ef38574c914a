import { expect, it } from 'vitest';
import { experimentOf } from '../../../tests/support/read-experiment.ts';
import { planRules } from './plan.ts';

const machine = { cores: 8, memoryBytes: 1e9, platform: 'linux' } as const;
const load = { model: 'plan', iterations: 30, interval: '100ms', warmUpIterations: 1 };
const plan = (part: object = {}, more: object = {}) => ({
  ...{ wirebench: 1, name: 'A', workload: 'delivery', load: { ...load, ...part } },
  factors: { protocol: 'rest', shape: 'case-1-user' },
  ...more,
});

/** The advice on each of these, as its path and value or its first words. */
function advice(file: object) {
  const experiment = experimentOf(file);
  return planRules
    .flatMap((rule) => rule(experiment, machine))
    .map((one) =>
      typeof one === 'string'
        ? one.slice(0, 20)
        : `${one.fix?.label}: ${one.fix?.changes.map(({ path, value }) => `${path.join('.')}=${value}`).join()}`,
    );
}

const counts = 'Throughput counts it';

it('a plan counts iterations', () => {
  expect(advice(plan())).toEqual([counts]);
  const closed = {
    ...plan(),
    workload: 'product',
    load: { model: 'closed', requests: 1 },
    factors: { protocol: 'rest', users: 1 },
  };
  expect(advice(closed)).toEqual([]);
});

it.each<[object, object, string]>([
  [{ interval: '99ms' }, {}, 'Wait for 500 ms: load.interval=500ms'],
  [{ schedule: 'load' }, {}, 'Where iterations are'],
  [{ schedule: 'load', interval: '1ms' }, {}, 'Where iterations are'],
  [{ warmUpIterations: 0 }, {}, 'Warm up for 10 iterations: load.warmUpIterations=10'],
  [{ iterations: 29 }, {}, 'Run 100 iterations: load.iterations=100'],
  [{}, { workers: 2 }, 'One worker runs all '],
])('advice on a plan with %j %j', (part, more, words) => {
  expect(advice(plan(part, more))).toEqual([counts, words]);
});

it('one worker is no waste, and the count is named', () => {
  expect(advice(plan({}, { workers: 1 }))).toEqual([counts]);
  const texts = (iterations: number) =>
    planRules
      .flatMap((rule) => rule(experimentOf(plan({ iterations })), machine))
      .flatMap((one) => (typeof one === 'string' ? [] : one.text));
  expect(texts(1)).toEqual([expect.stringContaining('A median of one iteration ')]);
  expect(texts(2)).toEqual([expect.stringContaining('A median of 2 iterations ')]);
});
