import { expect, it } from 'vitest';
import { find, openView, rowsOf, said } from '../../../tests/support/dom/view-window.tsx';

it.each(['kth-2023', 'vu-2020'])(
  'tells of the study %s, with its experiments and tables',
  async (id) => {
    await openView({ route: `#/studies/${id}`, fixtures: ['47'] });
    await find('navigation', 'Studies');
    expect(await said()).toMatchSnapshot();
  },
);

it('saves the table that is chosen as CSV', async () => {
  const { choose, press, saved } = await openView({ route: '#/studies/kth-2023' });
  await choose('Published table', 'Requests of every second');
  expect((await rowsOf('Requests of every second'))[0]).toMatchSnapshot();
  await press('Save CSV');
  await expect.poll(() => saved.length).toBe(1);
  // 128 rounds of 20 seconds and 24 of 100; the study lost two numbers and doubled one.
  expect((await saved[0]?.text())?.trim().split('\n')).toHaveLength(1 + 128 * 20 + 24 * 100 - 1);
});
