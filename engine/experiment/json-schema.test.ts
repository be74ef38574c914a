import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDuration } from '../../contracts/experiment/duration.ts';
import { anyExperimentFile } from '../../tests/support/experiment-files.ts';
import { experimentJsonSchema } from './json-schema.ts';
import { readExperiment } from './read.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const schema = JSON.parse(read('docs/experiment.schema.json'));
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(schema);

function errorsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

describe('the JSON Schema of experiment files', () => {
  it('is up to date; run `node scripts/generate-schema.ts` if not', () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(experimentJsonSchema())));
  });

  it('accepts the built-in experiments and the examples of the reference, as the reader does', () => {
    const files = readdirSync(new URL('fixtures/experiments/', root), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.bench.yaml'))
      .map((file) => read(`fixtures/experiments/${file}`));
    const examples = [...read('docs/experiment-file.md').matchAll(/```yaml\n([\s\S]*?)```/g)]
      .map(([, code = '']) => code)
      .filter((code) => code.includes('wirebench: 1'));
    expect(examples.length).toBeGreaterThan(0);
    for (const text of [...files, ...examples]) {
      expect(errorsOf(parse(text)), text).toEqual([]);
      expect(readExperiment(text)).toMatchObject({ ok: true });
    }
  });

  it.each([
    ['delivery', 'user+centre/trips', true],
    ['product', 'echo:500+small/typical', true],
    ['product', 'small', true],
    ['product', 'small/', false],
    ['product', 'small+user', false],
  ])('takes stages of a plan as the reader does: %s %s', (workload, shape, isRight) => {
    const plan = (model: string) => ({
      wirebench: 1,
      name: 'x',
      workload,
      factors: { protocol: 'rest', shape: [shape] },
      load: model === 'plan' ? { model } : { model, duration: '1s' },
    });
    expect(errorsOf(plan('plan')).length === 0).toBe(isRight);
    expect(readExperiment(JSON.stringify(plan('plan'))).ok).toBe(isRight);
    if (/[+/]/.test(shape)) expect(errorsOf(plan('closed'))).not.toEqual([]);
  });

  it('accepts any file that the reader accepts, of every load model', () => {
    fc.assert(
      fc.property(anyExperimentFile, (file) => {
        expect(errorsOf(file)).toEqual([]);
      }),
    );
  });

  const wrong = readdirSync(new URL('fixtures/wrong/', root)).filter((file) =>
    /-(name-missing|.*unknown.*|load-with.*|duration-unit.*|users-.*|target-address.*)\.bench\.yaml$/.test(
      file,
    ),
  );
  it.each(wrong.filter((file) => !/threshold|tag/.test(file)))('refuses %s', (file) => {
    expect(errorsOf(parse(read(`fixtures/wrong/${file}`)))).not.toEqual([]);
  });

  it.each(['20', '20s', '3m', '1h20m', '3h30m10s', '500ms', '1.5s', '', 's', '5 s', '-1s', '1s1h'])(
    'takes "%s" for a duration as the reader does',
    (duration) => {
      const head = { wirebench: 1, name: 'x', factors: { protocol: 'rest' } };
      expect(errorsOf({ ...head, load: { model: 'closed', duration } }).length === 0).toBe(
        parseDuration(duration) !== undefined,
      );
    },
  );

  const ramp = { model: 'ramp', to: 10, perSecond: 1 };
  const bisection = { model: 'search', method: 'bisection', objective: 'p99 < 1s' };
  it.each<[load: object, factors?: object]>([
    [
      { model: 'open', duration: 1 },
      { rate: 5, users: 5 },
    ],
    [{ model: 'open', duration: 1 }],
    [{ model: 'closed', duration: 1 }, { rate: 5 }],
    [{ model: 'closed', duration: 1 }, { connections: ['per-usr'] }],
    [ramp, { rate: 5 }],
    [{ ...ramp, arrivals: 'poisson' }],
    [{ ...ramp, of: 'rate', thinkTime: 1 }],
    [{ ...ramp, rampUp: 1 }],
    [{ ...ramp, perSecond: undefined }],
    [{ model: 'steps', levels: [], hold: 1 }],
    [{ model: 'stages', stages: [{ for: 1, to: 1, of: 1 }] }],
    [{ ...bisection, objective: undefined }],
    [{ ...bisection, flatten: '2%' }],
    [{ ...bisection, method: 'doubling' }],
    [{ model: 'search', method: 'doubling', flatten: 0.02 }],
  ])('refuses, as the reader does, %j with factors %j', (load, factors) => {
    const text = JSON.stringify({
      ...{ wirebench: 1, name: 'x', load, factors: { protocol: 'rest', ...factors } },
    });
    expect(errorsOf(JSON.parse(text))).not.toEqual([]);
    expect(readExperiment(text)).toMatchObject({ ok: false });
  });

  interface Part {
    readonly description?: string;
    readonly properties?: Record<string, Part>;
    readonly items?: Part;
    readonly anyOf?: readonly Part[];
    readonly oneOf?: readonly Part[];
  }
  /** Every key of a part of the schema, and of the parts inside it, with its path. */
  function keysIn(part: Part, path = ''): [string, Part][] {
    const own = Object.entries(part.properties ?? {}).flatMap(([key, inner]): [string, Part][] => [
      [`${path}.${key}`, inner],
      ...keysIn(inner, `${path}.${key}`),
    ]);
    const others = [part.anyOf ?? [], part.oneOf ?? [], part.items ?? []].flat();
    return [...own, ...others.flatMap((one) => keysIn(one, path))];
  }

  it('explains every key', () => {
    // Rules about a key that is explained elsewhere hold nothing but its value.
    const isRule = (part: Part) => Object.keys(part).join() === 'const';
    const keys = keysIn(schema).filter(([, part]) => !isRule(part));
    expect(keys.length).toBeGreaterThan(60);
    for (const [path, part] of keys) expect(part.description, path).toBeTruthy();
  });
});
