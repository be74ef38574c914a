import { describe, expect, it } from 'vitest';
import {
  closedLoadSchema,
  experimentSchema,
  factorsSchema,
} from '../../../../contracts/experiment/experiment.ts';
import { readText, setValue } from '../document/edit.ts';
import { formatPath, valueAt } from '../document/path.ts';
import { type FieldSpec, fields } from './fields.ts';

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
    ...Object.keys(experimentSchema.shape).filter((key) => !notSettings.includes(key)),
    ...Object.keys(factorsSchema.shape).map((key) => `factors.${key}`),
    ...Object.keys(closedLoadSchema.shape).map((key) => `load.${key}`),
  ].sort();
}

describe('fields', () => {
  const specs: FieldSpec[] = Object.values(fields);

  it('are all the settings of the file', () => {
    expect(specs.map(({ path }) => formatPath(path)).sort()).toEqual(settings());
  });

  it('name the defaults that the schema has', () => {
    let told = JSON.stringify(minimal);
    for (const { path, fallback } of specs) {
      if (fallback !== undefined && fallback !== '') told = setValue(told, path, fallback);
    }
    expect(experimentSchema.parse(readText(told).data)).toEqual(experimentSchema.parse(minimal));
  });

  it('ask for what the schema has no default for', () => {
    const required = specs.filter(({ fallback }) => fallback === undefined);
    expect(required.every(({ path }) => valueAt(minimal, path) !== undefined)).toBe(true);
  });
});
