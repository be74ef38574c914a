import { expect, it } from 'vitest';
import { twoCellExperiment } from '../../../tests/support/opened-engine.ts';
import { byLikelihood, differing } from './difference.ts';
import { identityOf } from './same-experiment.ts';

it('an experiment is the same whatever its layout, name and thresholds', () => {
  const text = twoCellExperiment();
  const { name, key } = identityOf(text);
  expect(name).toBe('Example');
  const same = [
    `# A comment\n${text}`,
    `${text}# A comment\nseed: 1\n`,
    text.replace('Example', 'Other'),
    `${text}description: Words.\n`,
    `${text}thresholds: ["p99 < 5ms"]\n`,
    text.replace('{model: closed, duration: 10s}', '{duration: 10000ms, model: closed}'),
  ];
  expect(same.filter((one) => identityOf(one).key !== key)).toEqual([]);
  const others = [
    twoCellExperiment('Example', '11s'),
    text.replace('[rest, grpc]', '[grpc, rest]'),
    text.replace('repetitions: 2', 'repetitions: 3'),
    `${text}seed: 2\n`,
  ];
  expect(others.filter((one) => identityOf(one).key === key)).toEqual([]);
  for (const unread of ['wrong', 'a: [']) {
    expect(identityOf(unread)).toEqual({ name: '', key: unread });
  }
});

it('differences are those of unequal values, the likeliest first', () => {
  expect(differing('CPU', 'likely', 'a', 'a')).toEqual([]);
  const [cpu] = differing('CPU', 'possible', 'old', 'new');
  expect(cpu).toEqual({
    ...{ subject: 'CPU', likelihood: 'possible', baseline: 'old', other: 'new' },
    words: 'CPU: new vs old',
  });
  expect(differing('CPU', 'likely', 'a', 'b', 'so')[0]?.words).toBe('so');
  const all = (['unlikely', 'possible', 'likely', 'unlikely', 'likely'] as const).flatMap(
    (likelihood, index) => differing(String(index), likelihood, 'a', 'b'),
  );
  expect(byLikelihood(all).map(({ subject }) => subject)).toEqual(['2', '4', '1', '0', '3']);
});
