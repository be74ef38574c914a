import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDuration } from '../../contracts/experiment/duration.ts';
import { experimentJsonSchema } from '../../engine/experiment/json-schema.ts';
import { readExperiment } from '../../engine/experiment/read.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const schema = JSON.parse(read('docs/experiment.schema.json'));
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(schema);

/** Every complete experiment among the examples of a page. */
function examplesIn(page: string): string[] {
  return Array.from(
    read(page).matchAll(/```yaml\n([\s\S]*?)```/g),
    ([, code]) => code ?? '',
  ).filter((code) => code.includes('wirebench: 1'));
}

function errorsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

describe('the JSON Schema of experiment files', () => {
  it('is up to date; run `node scripts/generate-schema.ts` if not', () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(experimentJsonSchema())));
  });

  const experiments = readdirSync(new URL('fixtures/experiments/', root));
  it.each(experiments)('accepts %s', (file) => {
    expect(errorsOf(parse(read(`fixtures/experiments/${file}`)))).toEqual([]);
  });

  it('accepts the examples of the reference, as the reader does', () => {
    const examples = examplesIn('docs/experiment-file.md');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(errorsOf(parse(example))).toEqual([]);
      expect(readExperiment(example)).toMatchObject({ ok: true });
    }
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
      const file = {
        wirebench: 1,
        name: 'x',
        factors: { protocol: 'rest' },
        load: { model: 'closed', duration },
      };
      expect(errorsOf(file).length === 0).toBe(parseDuration(duration) !== undefined);
    },
  );

  it('explains every key', () => {
    const { properties } = schema;
    const all = [properties, properties.factors.properties, properties.load.properties];
    for (const part of all.flatMap((one) => Object.entries<{ description?: string }>(one))) {
      expect(part[1].description, part[0]).toBeTruthy();
    }
  });
});
