import { describe, expect, it } from 'vitest';
import {
  experimentFieldsSchema,
  experimentSchema,
  factorsSchema,
} from '../../../../contracts/experiment/experiment.ts';
import { loadKeys, loadModels } from '../../../../contracts/experiment/load.ts';
import { readText, removeValue, setValue } from '../document/edit.ts';
import { withModel, withUnit } from '../document/loadModel.ts';
import { formatPath, valueAt } from '../document/path.ts';
import { type FieldSpec, fields } from './fields.ts';
import { applies, loadFields } from './loadFields.ts';

const minimal = {
  wirebench: 1,
  name: 'x',
  factors: { protocol: ['rest'] },
  load: { model: 'closed', duration: '1s' },
};

/** The version is the file format's, not a setting. */
const notSettings = ['wirebench', 'factors', 'load'];

function settings(): string[] {
  return [
    ...Object.keys(experimentFieldsSchema.shape).filter((key) => !notSettings.includes(key)),
    ...Object.keys(factorsSchema.shape).map((key) => `factors.${key}`),
    'load.model',
  ].sort();
}

/** The text with every default of `specs` written out. */
function told(text: string, specs: readonly FieldSpec[]): string {
  return specs.reduce(
    (before, { path, fallback }) =>
      fallback === undefined || fallback === '' ? before : setValue(before, path, fallback),
    text,
  );
}

const parse = (text: string) => experimentSchema.parse(readText(text).data);

describe('fields', () => {
  const specs: FieldSpec[] = Object.values(fields);

  it('are all the settings of the file', () => {
    expect(specs.map(({ path }) => formatPath(path)).sort()).toEqual(settings());
  });

  it('name the defaults that the schema has', () => {
    const text = JSON.stringify(minimal);
    expect(parse(told(text, specs))).toEqual(parse(text));
  });

  it('ask for what the schema has no default for', () => {
    const required = specs.filter(({ path, fallback }) => {
      return fallback === undefined && formatPath(path) !== 'factors.rate';
    });
    expect(required.every(({ path }) => valueAt(minimal, path) !== undefined)).toBe(true);
  });
});

describe.each(loadModels)('the fields of %s load', (model) => {
  const text = withModel(JSON.stringify(minimal), model);
  const specs = loadFields[model];

  it('are all that the model has', () => {
    expect(specs.map(({ key }) => key).sort()).toEqual(
      loadKeys(model)
        .filter((key) => key !== 'model')
        .sort(),
    );
  });

  it.each(['users', 'rate'] as const)('name the defaults that the schema has, with %s', (of) => {
    const varies = specs.some(({ key }) => key === 'of');
    if (!varies && of !== (model === 'open' ? 'rate' : 'users')) return;
    const written = varies ? withUnit(text, of) : text;
    const optional = specs.filter(({ key, fallback }) => key !== 'of' && fallback);
    const before = optional.reduce((rest, { path }) => removeValue(rest, path), written);
    const own = specs.filter(({ key }) => key !== 'of' && applies(key, of, 'doubling'));
    const { load } = parse(told(before, own));
    expect({
      arrivals: 'constant',
      maxInFlight: 1000,
      thinkTime: 0,
      ...parse(before).load,
    }).toEqual({ arrivals: 'constant', maxInFlight: 1000, thinkTime: 0, ...load });
  });

  it('ask for what the schema has no default for', () => {
    const required = specs.filter(({ fallback }) => fallback === undefined);
    const data = readText(text).data;
    expect(required.every(({ path }) => valueAt(data, path) !== undefined)).toBe(true);
  });
});
