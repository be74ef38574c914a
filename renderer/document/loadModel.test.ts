import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadModels } from '../../contracts/experiment/load.ts';
import { experimentSchema } from '../../engine/experiment/schema.ts';
import { readText } from './edit.ts';
import { withMethod, withModel, withUnit } from './loadModel.ts';
import { commentsOf } from './yamlText.ts';

const file = `# An experiment.
wirebench: 1
name: First look   # of all
factors:
  protocol: [rest, grpc]   # the wires
  users: [10, 50]
load:
  model: closed
  rampUp: 5
  warmUp: 1s               # excluded
  duration: 5s
repetitions: 3
`;

describe('withModel', () => {
  it('switches to open load with a rate, and keeps common settings', () => {
    expect(withModel(file, 'open')).toBe(
      file
        .replace('  users: [10, 50]\n', '  rate: [100]\n')
        .replace('closed', 'open')
        .replace('  rampUp: 5\n', ''),
    );
  });

  it('switches to steps with the users as levels, and writes one stage per line', () => {
    const text = withModel(file, 'steps');
    expect(readText(text).data).toMatchObject({
      factors: { protocol: ['rest', 'grpc'] },
      load: { model: 'steps', levels: [10, 50], hold: '5s' },
    });
    expect(text).not.toMatch(/users|rampUp|warmUp|duration/);
    expect(text).toContain('# the wires');
    expect(withModel(file, 'stages')).toContain(
      '  stages:\n    - {for: 10s, to: 50}\n    - {for: 5s, to: 50}\n    - {for: 10s, to: 0}\n',
    );
  });

  it('keeps rates when switching from open load to one that sets its own levels', () => {
    const text = withModel(withModel(file, 'open'), 'ramp');
    expect(readText(text).data).toMatchObject({
      load: { model: 'ramp', of: 'rate', to: 100, perSecond: 5 },
    });
  });

  it('always yields an experiment that can run, and keeps comments elsewhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...loadModels), { minLength: 1, maxLength: 6 }),
        (path) => {
          const text = path.reduce(withModel, file);
          const parsed = experimentSchema.safeParse(readText(text).data);
          expect(parsed.error?.issues).toBeUndefined();
          expect(parsed.data?.load.model).toBe(path.at(-1));
          expect(commentsOf(text)).toEqual(
            expect.arrayContaining(['# An experiment.', '# of all', '# the wires']),
          );
        },
      ),
    );
  });

  it('writes into a mapping on one line and into an empty text, and nothing if the model is the same', () => {
    const text = withModel('factors: {protocol: rest}\nload: {model: closed, requests: 5}', 'open');
    expect(readText(text).data).toEqual({
      factors: { protocol: 'rest', rate: [100] },
      load: { model: 'open', requests: 5 },
    });
    expect(readText(withModel('', 'search')).data).toMatchObject({ load: { model: 'search' } });
    expect(withModel(file, 'closed')).toBe(file);
  });
});

const steps =
  'load:\n  model: steps\n  of: rate\n  levels: [0.5, 0.75, 7.5]\n  hold: 1s\n  arrivals: poisson\n';

it('withUnit drops settings of the other unit, rounds users and switches to rates', () => {
  expect(readText(withUnit(steps, 'users')).data).toEqual({
    load: { model: 'steps', of: 'users', levels: [1, 8], hold: '1s' },
  });
  const users = 'load:\n  model: ramp\n  to: 50\n  perSecond: 5\n  thinkTime: 10ms\n';
  expect(readText(withUnit(users, 'rate')).data).toEqual({
    load: { model: 'ramp', of: 'rate', to: 50, perSecond: 5 },
  });
});

it('gives a bisection an objective, and removes it again', () => {
  const doubling = 'load:\n  model: search\n  method: doubling\n  flatten: 3%\n';
  const bisection = withMethod(doubling, 'bisection');
  expect(readText(bisection).data).toEqual({
    load: { model: 'search', method: 'bisection', objective: 'p99 < 50ms' },
  });
  expect(readText(withMethod(bisection, 'doubling')).data).toEqual({
    load: { model: 'search', method: 'doubling' },
  });
});
