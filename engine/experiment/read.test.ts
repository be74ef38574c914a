import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadKeys, loadModels } from '../../contracts/experiment/load.ts';
import { anyExperimentFile, fileOf } from '../../tests/support/experiment-files.ts';
import { experimentOf as read } from '../../tests/support/read-experiment.ts';
import { maxFileLength } from './document.ts';
import { maxProblems } from './problems.ts';
import { experimentError, type ReadResult, readExperiment } from './read.ts';

const minimal = `wirebench: 1
name: Test
factors: {protocol: rest}
load: {model: closed, duration: 2s}
`;

function problemsOf(result: ReadResult): string[] {
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('readExperiment', () => {
  it('fills in every default', () => {
    const result = readExperiment(minimal);
    expect(result.ok && result.source).toBe(minimal);
    expect(result.ok && result.experiment).toMatchSnapshot();
  });

  it.each([
    ['{model: closed, duration: 2s}', 'per-user'],
    ['{model: plan, iterations: 5}', 'per-iteration'],
  ])('keeps the connections of %s %s by default', (load, connections) => {
    const text = `wirebench: 1\nname: Test\nworkload: store\nfactors: {protocol: rest}\nload: ${load}\n`;
    expect(read(text).connections).toBe(connections);
  });

  it('reads off and on as text, as YAML 1.2 does, whatever version the file claims', () => {
    const text = minimal.replace('rest}', 'rest, tls: [off, on]}');
    for (const file of [text, `%YAML 1.1\n---\n${text}`]) {
      const result = readExperiment(file);
      expect(result.ok && result.experiment.factors.tls).toEqual(['off', 'on']);
    }
  });

  it('lists the factors in the order of the file, missing ones last', () => {
    const file = minimal.replace('protocol: rest', 'users: [1, 2], tls: on, protocol: rest');
    const result = readExperiment(file);
    const names = result.ok ? Object.keys(result.experiment.factors) : [];
    expect(names).toEqual(['users', 'tls', 'protocol', 'shape', 'client']);
  });

  it('reads text with a byte-order mark and with Windows line ends', () => {
    expect(readExperiment(`\uFEFF${minimal}`).ok).toBe(true);
    const crlf = readExperiment(`${minimal.replaceAll('\n', '\r\n')}seeds: 1\r\n`);
    expect(crlf.ok ? [] : crlf.problems.map((one) => one.line)).toEqual([5]);
  });

  it('does not confuse keys with inherited properties', () => {
    const result = readExperiment(`${minimal}__proto__: {a: 1}\nconstructor: 2\ntoString: 3\n`);
    expect(problemsOf(result)).toMatchSnapshot();
  });

  it('reports rules between fields although other fields are wrong', () => {
    const file = minimal.replace('name: Test', 'name: 5').replace('2s', '2s, requests: 1');
    const result = readExperiment(file);
    expect(problemsOf(result)).toMatchSnapshot();
  });

  it('does not blame a field for a rule that depends on another, wrong one', () => {
    const file = minimal
      .replace('{protocol: rest}', '{protocol: rest, tls: maybe}')
      .concat('target: {rest: "http://127.0.0.1:1"}\n');
    expect(problemsOf(readExperiment(file))).toMatchSnapshot();
  });

  it('counts the problems that it does not list', () => {
    const keys = Array.from({ length: maxProblems + 7 }, (_, index) => `unknown${index}: 1\n`);
    const problems = problemsOf(readExperiment(minimal + keys.join('')));
    expect(problems).toHaveLength(maxProblems + 1);
    expect(problems.at(-1)).toContain('and 7 more problems');
  });

  it('can be turned into one error', () => {
    const result = readExperiment('wirebench: 1\nname: x\n');
    if (result.ok) throw new Error('expected problems');
    const error = experimentError(result);
    expect(error.code).toBe('EXPERIMENT_INVALID');
    expect(error.message.split('\n')[0]).toMatch(/^1:1 factors: "factors" is missing/);
  });
});

/** Reads hostile text and checks that the result makes sense. */
function expectAnswer(text: string): void {
  const result = readExperiment(text);
  if (result.ok) return;
  expect(result.problems.length).toBeGreaterThan(0);
  for (const problem of result.problems) {
    expect(problem.line).toBeGreaterThanOrEqual(1);
    expect(problem.column).toBeGreaterThanOrEqual(1);
    expect(problem.message).not.toMatch(/Invalid input|undefined|\[object/);
  }
}

describe('readExperiment with valid files of every load model', () => {
  it('reads them, as YAML, as JSON and as they are written again', () => {
    fc.assert(
      fc.property(anyExperimentFile, (file) => {
        const experiment = read(stringify(file));
        expect(read(stringify(file, { collectionStyle: 'flow' }))).toEqual(experiment);
        expect(read(JSON.stringify(file))).toEqual(experiment);
        expect(read(stringify(fileOf(experiment)))).toEqual(experiment);
      }),
    );
  });

  it('keeps them unchanged under an override of something else', () => {
    fc.assert(
      fc.property(anyExperimentFile, (file) => {
        const text = stringify(file);
        const result = readExperiment(text, { overrides: [{ path: 'name', value: 'Other' }] });
        expect(result).toMatchObject({ ok: true });
        expect(result.ok && result.experiment).toEqual({ ...read(text), name: 'Other' });
      }),
    );
  });

  it('returns a result when any one part of them is replaced, left out or misspelt', () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('5s', 'ramp', 0, -1));
    fc.assert(
      fc.property(anyExperimentFile, fc.nat(), fc.nat(2), anything, (file, place, how, value) => {
        const changed = structuredClone(file) as Record<string, unknown>;
        const all = placesIn(changed);
        const { owner, key } = all[place % all.length] ?? { owner: changed, key: 'name' };
        const before = owner[key];
        if (how === 0) owner[key] = value;
        else delete owner[key];
        if (how === 2 && !Array.isArray(owner)) owner[`${key}x`] = before;
        expectAnswer(stringify(changed));
      }),
      { numRuns: 300 },
    );
  });
});

/** Every value inside plain data, as its parent and its key there. */
function placesIn(
  owner: Record<string, unknown>,
): { owner: Record<string, unknown>; key: string }[] {
  return Object.entries(owner).flatMap(([key, value]) => [
    { owner, key },
    ...(typeof value === 'object' && value !== null
      ? placesIn(value as Record<string, unknown>)
      : []),
  ]);
}

describe('readExperiment with any input', () => {
  it('never throws on random text and bytes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), expectAnswer));
    const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }).map(latin), expectAnswer));
  });

  it('never throws on random YAML', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }).map(stringify), expectAnswer));
  });

  it('never throws on an experiment with random parts', () => {
    const anything = fc.jsonValue({ maxDepth: 2 });
    const models = ['closed', 'open', 'ramp', 'steps', 'stages', 'search', 'doubling', 'bisection'];
    const words = 'rest soap grpc off on small 5s bundled rate poisson'.split(' ');
    const names = [...models, ...words, '2%', 'p99 < 5ms', 'auto'];
    const level = fc.oneof(anything, fc.constantFrom(...names), fc.integer({ min: 0, max: 20 }));
    const levels = fc.oneof(level, fc.array(level, { maxLength: 4 }));
    const part = (keys: string[]) =>
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 8 })), levels);
    const stages = fc.record({
      model: fc.constantFrom('stages', 'stage'),
      stages: fc.array(part(['for', 'to', 'duration'])),
    });
    const file = fc.record(
      {
        wirebench: fc.oneof(fc.constant(1), anything),
        name: level,
        target: fc.oneof(level, part(['rest', 'soap', 'grpc'])),
        factors: fc.oneof(anything, part(['protocol', 'shape', 'users', 'rate', 'tls', 'client'])),
        load: fc.oneof(anything, part([...new Set(loadModels.flatMap(loadKeys))]), stages),
        pinning: fc.oneof(level, part(['workers', 'services'])),
        connections: fc.oneof(level, part(['shared'])),
        thresholds: levels,
        timeout: level,
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(file.map(stringify), expectAnswer), { numRuns: 300 });
  });

  it.each([
    ['an invalid length', minimal.replace('name: Test', 'name: {length: {}}')],
    ['a list with an invalid length', `${minimal}thresholds: {length: {}, size: []}\n`],
    ['levels with an invalid length', minimal.replace('rest}', '{length: {toString: 1}}}')],
    ['5 MB', 'a: b\n'.repeat(1_000_000)],
    ['open lists', '['.repeat(maxFileLength)],
    ['nested lists', '['.repeat(5000) + ']'.repeat(5000)],
    ['nested block lists', '- '.repeat(50_000)],
    ['nested mappings', '{a: '.repeat(20_000)],
    ['nested keys', '? '.repeat(50_000)],
    ['many keys', Array.from({ length: 15_000 }, (_, index) => `k${index}: 1`).join('\n')],
    ['many wrong levels', minimal.replace('rest}', `[${'x,'.repeat(50_000)}x]}`)],
    ['many equal levels', minimal.replace('rest}', `rest, users: [${'5,'.repeat(50_000)}5]}`)],
    ['a bomb of aliases', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c,*c]\n'],
    ['an alias of itself', 'a: &a [*a]\n'],
    ['zero bytes', '\0'.repeat(1000)],
    ['tabs', '\t'.repeat(1000)],
    ['lone surrogates', `name: "${'\uD800'.repeat(50)}"`],
    ['quotes', '"'.repeat(10_000)],
    ['commas', `[${','.repeat(10_000)}`],
  ])('returns a result for %s', (_, text) => expectAnswer(text));
});
