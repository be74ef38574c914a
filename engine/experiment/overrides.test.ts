import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOverride } from './overrides.ts';
import { readExperiment } from './read.ts';

const file = `# who wrote this
wirebench: 1
name: Test       # a name
factors:
  protocol: [rest, grpc] # both
  users: 10
load:
  model: closed
  duration: 2s   # short
`;

const read = (...overrides: string[]) =>
  readExperiment(file, { overrides: overrides.map(parseOverride) });

function problemsOf(...overrides: string[]) {
  const result = read(...overrides);
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

describe('overrides', () => {
  it('replace existing values and add new ones, the last one winning', () => {
    const result = read(
      'factors.users=[10, 20]',
      'factors.protocol[1]=soap',
      'load.warmUp=500ms',
      'thresholds[0]="errors < 1%"',
      'thresholds[1]=p99 < 50ms',
      'connections={shared: 4}',
      'seed=2',
      'seed=3',
    );
    expect(result.ok && result.experiment).toMatchObject({
      factors: { users: [10, 20], protocol: ['rest', 'soap'] },
      load: { warmUp: 500 },
      thresholds: [{ text: 'errors < 1%' }, { text: 'p99 < 50ms' }],
      connections: { shared: 4 },
      seed: 3,
    });
  });

  it('return a text with the same content and its comments', () => {
    const result = read('load.duration=4s', 'factors.protocol=[soap]');
    const source = result.ok ? result.source : '';
    for (const comment of ['# who wrote this', '# a name', '# both', '# short']) {
      expect(source).toContain(comment);
    }
    expect(source).toContain('protocol: [soap]');
    expect(readExperiment(source)).toEqual(result);
  });

  it('with an empty value remove a key', () => {
    const result = read('load.duration=', 'load.requests=100');
    expect(result.ok && result.experiment.load).toMatchObject({ requests: 100 });
    expect(result.ok && 'duration' in result.experiment.load).toBe(false);
  });

  it('can correct an invalid file', () => {
    const overrides = [{ path: 'load.model', value: 'closed' }];
    const result = readExperiment(file.replace('closed', 'open'), { overrides });
    expect(result.ok).toBe(true);
  });

  it('are all named when they are wrong', () => {
    const result = read('factors.users=[0]', 'load.requests=5', 'lode.duration=1s');
    expect(result.ok ? '' : result.code).toBe('OVERRIDE_INVALID');
    const problems = result.ok ? [] : result.problems.map((one) => [one.path, one.message]);
    expect(problems).toMatchSnapshot();
  });

  it('are distinguished from problems of the file, which keep their lines', () => {
    const factors = { path: 'factors', value: '{protocol: rest}' };
    const overrides = [factors, { path: 'load.duration', value: 'x' }];
    const result = readExperiment(file.replace('name: Test       # a name\n', ''), { overrides });
    expect(result.ok ? '' : result.code).toBe('EXPERIMENT_INVALID');
    const places = result.ok ? [] : result.problems.map(({ line, path }) => `${line} ${path}`);
    expect(places).toEqual(['2 name', '8 load.duration']);
  });

  it.each([
    ['factors.users.x=1', 'factors.users is a single value'],
    ['factors.protocol.x=1', 'factors.protocol is a list, and has no "x"'],
    ['factors[0]=1', 'factors is not a list'],
    ['factors.protocol[3]=soap', 'factors.protocol has 2 items; the next is [2]'],
    ['thresholds[1]=errors < 1%', 'thresholds is not in the file; begin with [0]'],
    ['load.requests=', 'load.requests is not in the file, so it cannot be removed'],
    ['load.duration=[1', 'the value is wrong: not valid YAML'],
    ['load.duration=*x', 'the value is wrong: aliases are not supported'],
  ])('%s is refused: %s', (override, message) => {
    expect(problemsOf(override)).toEqual([
      expect.stringContaining(`--set ${override}: ${message}`),
    ]);
  });

  it('do not hide that the file is not an experiment', () => {
    for (const text of ['', '- 1', '[1']) {
      const result = readExperiment(text, { overrides: [{ path: 'seed', value: '1' }] });
      expect(result.ok ? '' : result.code).toBe('EXPERIMENT_INVALID');
    }
  });

  it('never throw, whatever the path and value', () => {
    const known = fc.constantFrom('.load', '.factors', '[0]', '.users', '[7]');
    const step = fc.oneof(known, fc.string());
    const path = fc.tuple(fc.constantFrom('factors', 'load', 'thresholds', 'x'), fc.array(step));
    fc.assert(
      fc.property(path, fc.string(), ([head, steps], value) => {
        const overrides = [{ path: [head, ...steps].join(''), value }];
        expect(typeof readExperiment(file, { overrides }).ok).toBe('boolean');
      }),
    );
  });
});

describe('parseOverride', () => {
  it('splits at the first equals sign', () => {
    const value = 'p99 < 5ms when protocol = grpc';
    expect(parseOverride(`thresholds[0]=${value}`)).toEqual({ path: 'thresholds[0]', value });
  });

  it.each(['', 'factors', '=5', 'a..b=1', 'a[x]=1', 'a[=1', '[0]=1'])('refuses "%s"', (text) => {
    expect(() => parseOverride(text)).toThrow(/expected PATH=VALUE/);
  });
});
