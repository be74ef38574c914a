import { describe, expect, it } from 'vitest';
import { loadKeys, loadModels } from '../../../../contracts/experiment/load.ts';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { sections } from '../../../../contracts/experiment/setting.ts';
import { settings } from '../../../../contracts/experiment/settings.ts';
import { experimentSchema } from '../../../../engine/experiment/schema.ts';
import { readText, removeValue, setValue } from '../../../document/edit.ts';
import { type FieldSpec, fieldsIn, loadFields } from '../../../document/fields.ts';
import { withModel, withUnit } from '../../../document/loadModel.ts';
import { isShown } from './shown.ts';

const minimal = {
  wirebench: 1,
  name: 'x',
  factors: { protocol: ['rest'] },
  load: { model: 'closed', duration: '1s' },
};

/** The text with every default of `specs` written out. */
function rewritten(text: string, specs: readonly FieldSpec[]): string {
  return specs.reduce(
    (before, { path, fallback }) =>
      fallback === undefined || fallback === '' ? before : setValue(before, path, fallback),
    text,
  );
}

const parse = (text: string) => experimentSchema.parse(readText(text).data);

describe('fields', () => {
  const specs = sections.flatMap(fieldsIn);

  it('are all the settings of the file, or of their parents’ rows', () => {
    // An own service has its own panel.
    const inRows = ['study', 'service', 'target', 'connections', 'pinning', 'repetitions'];
    const isOfParent = (path: string) => inRows.some((parent) => path.startsWith(`${parent}.`));
    const rowless = settings.filter(
      ({ path, model, section, isMapping }) =>
        !(section || isMapping || isOfParent(path) || path.startsWith('load.stages.items')) &&
        model === null,
    );
    expect(rowless.map(({ path }) => path)).toEqual(['wirebench']);
    expect(specs.length).toBeGreaterThan(35);
  });

  it('show the defaults of the schema, and have the client of an own service, but no settings of bundled services', () => {
    const text = JSON.stringify(minimal);
    expect(parse(rewritten(text, specs))).toEqual(parse(text));
    const shown = specs.filter((spec) => isShown(spec, { service: {} })).map(({ name }) => name);
    expect(shown).toContain('factors.client');
    expect(shown).not.toContain('factors.database');
  });

  it('ask for settings without a default in the schema', () => {
    const required = specs.filter(({ name, fallback }) => {
      return fallback === undefined && name !== 'factors.rate';
    });
    expect(required.every(({ path }) => valueAt(minimal, path) !== undefined)).toBe(true);
  });
});

describe.each(loadModels)('the fields of %s load', (model) => {
  const text = withModel(JSON.stringify(minimal), model);
  const specs = loadFields(model).map((spec) => ({ ...spec, key: String(spec.path.at(-1)) }));

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
    const own = specs.filter((spec) => spec.key !== 'of' && isShown(spec, readText(before).data));
    const { load } = parse(rewritten(before, own));
    expect({
      arrivals: 'constant',
      maxInFlight: 1000,
      thinkTime: 0,
      warmUp: 0,
      ...parse(before).load,
    }).toEqual({ arrivals: 'constant', maxInFlight: 1000, thinkTime: 0, warmUp: 0, ...load });
  });

  it('ask for settings without a default in the schema', () => {
    const required = specs.filter(({ fallback }) => fallback === undefined);
    const data = readText(text).data;
    expect(required.every(({ path }) => valueAt(data, path) !== undefined)).toBe(true);
  });
});
