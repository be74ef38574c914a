import { expect, it } from 'vitest';
import { loadModels } from '../../../../contracts/experiment/load.ts';
import { sections } from '../../../../contracts/experiment/setting.ts';
import { fieldsIn, loadFields } from '../../../document/fields.ts';
import { explain } from './explain.ts';

it.each(sections.flatMap(fieldsIn))('every setting is explained: $name', ({ path }) => {
  expect(explain(path, 'closed')?.text).toMatch(/\.$/);
});

it.each(loadModels)('every setting of %s load is explained', (model) => {
  for (const { path } of loadFields(model)) expect(explain(path, model)?.text).toMatch(/\.$/);
});

it('every setting is explained for its load model', () => {
  const text = (model: string) => explain(['load', 'from'], model)?.text;
  expect(text('ramp')).not.toBe(text('search'));
  expect(explain(['load', 'model'], 'open')?.text).toContain('due at a set rate');
  expect(explain(['load', 'model'], 'nonsense')?.text).toMatch(/\.$/);
});
