import { expect, it } from 'vitest';
import { openView, said } from '../../../tests/support/dom/view-window.tsx';
import { fixtureId } from '../../../tests/support/seeded-engine.ts';

it.each([
  ['failed requests', '12'],
  ['a search for the saturation of two shapes', '07'],
])('the sections of a result with %s', async (_what, number) => {
  await openView({ route: `#/result/${await fixtureId(number)}`, fixtures: [number] });
  expect(await said()).toMatchSnapshot();
});
