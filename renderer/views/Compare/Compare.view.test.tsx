import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { find, openView, rowsOf, said } from '../../../tests/support/dom/view-window.tsx';

const repeated = `wirebench: 1
name: Protocols, repeated
factors:
  protocol: [rest, soap, grpc]
  users: [10, 50]
load:
  model: closed
  duration: 5s
repetitions: 3
`;
const other = `${repeated.replace('[10, 50]', '[10, 50, 90]')}connections: per-request\n`;
const once = repeated.replace('Protocols, repeated', 'Once').replace('[10, 50]', '[7]');
const experiments = [repeated, other, once];
const openCompare = (route: string, runs = 0) =>
  openView({ route: `#/compare${route}`, experiments, runs });

it('says what else differs first, then how much, and saves it as CSV', async () => {
  const { press, saved } = await openCompare('/given-0/given-1');
  await find('table', 'Throughput, compared');
  expect(await said()).toMatchSnapshot();
  await press('Save CSV');
  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.text()).toMatchSnapshot();
  await press('p99', 'radio');
  expect((await rowsOf('p99 latency, compared')).map((row) => row.join(' | '))).toMatchSnapshot();
});

it('makes another run the baseline, and leaves one out', async () => {
  const { press } = await openCompare('/given-0/given-1');
  await press('Make baseline: run 1');
  expect(window.location.hash).toBe('#/compare/given-1/given-0');
  await press('Remove run 1');
  expect(window.location.hash).toBe('#/compare/given-1');
  await screen.findByText('One run: its cells compared with each other');
});

it('compares cells of one run with one of them, as chosen', async () => {
  const { choose, user } = await openCompare('/given-0');
  await find('table', 'Throughput, compared');
  expect(await said()).toMatchSnapshot();
  await choose('Baseline cell', 'SOAP · 10 users');
  await find('button', 'SOAP · 10 users, baseline');
  (await find('combobox', 'Compared cells')).focus();
  await user.keyboard('{Backspace}{Backspace}');
  await find('heading', 'Choose cells to compare');
});

it('draws an experiment over time with what changed', async () => {
  const { press } = await openCompare('/given-0');
  await press('Trend', 'radio');
  await find('figure', /^Throughput, Protocols/);
  expect(await said()).toMatchSnapshot();
});

it('chooses runs in the order of their baseline, and finds them', async () => {
  const { user, press, write } = await openCompare('', 2);
  await find('table', 'Runs to compare');
  expect(await said()).toMatchSnapshot();
  await write(/Find runs/, 'repeated', 'searchbox');
  await expect.poll(async () => (await rowsOf('Runs to compare')).length).toBe(2);
  const rows = (await find('table', 'Runs to compare')).querySelectorAll<HTMLElement>('tbody tr');
  rows[1]?.focus();
  await user.keyboard('{Enter}');
  rows[0]?.focus();
  await user.keyboard('{Enter}');
  await press('Compare');
  expect(window.location.hash).toMatch(/^#\/compare\/given-[01]\/given-[01]$/);
});

it.each([
  ['runs that are gone', '/nobody/given-0', 'These runs could not be compared'],
  ['runs without a common cell', '/given-0/given-2', 'No cell matches'],
])('says so of %s', async (_what, route, heading) => {
  await openCompare(route);
  await find('heading', heading);
  expect(await said()).toMatchSnapshot();
});
