import { expect, it } from 'vitest';
import { energySettingsSchema } from '../../../../contracts/experiment/energy-settings.ts';
import { databaseSettingsSchema } from '../../../../contracts/experiment/experiment.ts';
import { environmentFields } from './environmentFields.ts';

const specs = Object.values(environmentFields);
const keysUnder = (section: string) =>
  specs.flatMap(({ path: [first, key] }) => (first === section ? [key] : [])).sort();
const defaultsUnder = (section: string) =>
  Object.fromEntries(
    specs.flatMap(({ path: [first, key], fallback }) =>
      first === section && fallback !== '' ? [[key, fallback]] : [],
    ),
  );

it.each([
  ['energy', energySettingsSchema],
  ['database', databaseSettingsSchema],
] as const)('has every setting of %s, with the defaults of the schema', (section, schema) => {
  expect(keysUnder(section)).toEqual(Object.keys(schema.shape).sort());
  expect(schema.parse(defaultsUnder(section))).toEqual(schema.parse({}));
});
