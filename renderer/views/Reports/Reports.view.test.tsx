import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import {
  find,
  has,
  openView,
  said,
  settled,
  type ViewWindow,
} from '../../../tests/support/dom/view-window.tsx';
import type { SeededEngineOptions } from '../../../tests/support/seeded-engine.ts';

/** Numbers figures as the real renderer does, which is built separately. */
const calls: NonNullable<SeededEngineOptions['calls']> = ({ reports }) => ({
  reports: {
    render: reports.render.handler(({ input: { report } }) => ({
      html: `<p>${report.title}</p>`,
      figures: report.blocks
        .filter(({ kind }) => kind === 'figure')
        .map(({ id }, index) => ({
          blockId: id,
          label: `Figure ${index + 1}`,
          caption: `About ${id}`,
        })),
    })),
  },
});

async function openReport() {
  const view = await openView({ route: '#/reports', runs: 1, calls });
  const [run] = await view.engine.runs.list({ limit: 1 });
  const report = await view.engine.reports.compose({
    runIds: [run?.id ?? ''],
    types: ['columns', 'percentiles', 'experiment'],
  });
  const { id } = await view.engine.reports.save({ reportId: null, report });
  window.location.hash = `#/reports/${id}`;
  await find('listitem', 'Figure 1');
  return view;
}

/** The stored report. */
async function stored({ engine }: ViewWindow) {
  const [listed] = await engine.reports.list();
  return (await engine.reports.get({ reportId: listed?.id ?? '' })).report;
}

/** Without the day on which the runs of the test are measured. */
const undated = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY');

const names = async () =>
  [...(await find('list', 'Blocks of the report')).children].map((item) => item.ariaLabel);

it('is made of the runs that are chosen, the first of them as the baseline', async () => {
  const view = await openView({ route: '#/reports', runs: 8, calls });
  const { press, write, user } = view;
  await find('heading', 'No reports yet');
  await user.click(
    (await screen.findAllByRole('button', { name: 'New report' }))[0] ?? document.body,
  );
  await find('checkbox', 'gRPC vs REST 3');
  const make = await find('button', 'Create report');
  expect(make.hasAttribute('disabled')).toBe(true);
  await write('Find runs by name', 'no', 'searchbox');
  await screen.findByText('No run has this name.');
  await write('Find runs by name', ' LOOK ', 'searchbox');
  expect(await screen.findAllByRole('checkbox')).toHaveLength(2);
  await write('Find runs by name', '', 'searchbox');
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
  for (const box of boxes.slice(0, 6)) await user.click(box);
  expect(boxes.map((box) => box.disabled)).toEqual(boxes.map((_box, index) => index >= 6));
  for (const index of [0, 2, 3, 4]) await user.click(boxes[index] ?? document.body);
  expect(await said('dialog')).toMatchSnapshot();
  await press('Compare in a report');
  await find('list', 'Blocks of the report');
  const runs = await view.engine.runs.list({ limit: 10 });
  expect((await stored(view)).runIds).toEqual([runs[1]?.id, runs[5]?.id]);
});

it('has blocks that are moved, removed, brought back, added and captioned', async () => {
  const view = await openReport();
  const { press, user, write, choose } = view;
  await settled();
  expect(undated(await said('list', 'Blocks of the report'))).toMatchSnapshot();
  const before = await names();
  const made = (await stored(view)).blocks;
  const kinds = async () => (await stored(view)).blocks.map(({ id }) => id);
  const order = await kinds();
  await press('Move Figure 1 down');
  const at = before.indexOf('Figure 1');
  const [moved = '', passed = ''] = order.slice(at);
  await expect.poll(kinds).toEqual(order.with(at, passed).with(at + 1, moved));
  const last = before.length - 1;
  const tools = (index: number, way: string) =>
    screen.getAllByRole<HTMLButtonElement>('button', { name: new RegExp(`^Move .* ${way}$`) })[
      index
    ];
  expect(tools(0, 'up')?.disabled).toBe(true);
  expect(tools(1, 'up')?.disabled).toBe(false);
  expect(tools(last, 'down')?.disabled).toBe(true);
  expect(tools(last - 1, 'down')?.disabled).toBe(false);
  await press('Remove Figure 2');
  await expect.poll(async () => (await stored(view)).blocks.length).toBe(before.length - 1);
  await press('Undo');
  await expect.poll(async () => (await stored(view)).blocks.length).toBe(before.length);
  await press('Add text');
  const texts = await screen.findAllByRole('textbox', { name: 'Text' });
  await user.type(texts.at(-1) ?? document.body, 'The end');
  await write('Caption of Figure 1', 'My words');
  await press('Two columns', 'radio', await find('radiogroup', 'Width of Figure 2'));
  await expect
    .poll(async () => (await stored(view)).blocks.find(({ id }) => id === 'figure-2'))
    .toMatchObject({ width: 'page' });
  await user.keyboard('{Alt>}{ArrowLeft}{ArrowDown}{/Alt}{ArrowUp}');
  await choose('Add a figure', /Throughput/);
  await expect.poll(async () => (await stored(view)).blocks.length).toBe(before.length + 2);
  const { blocks } = await stored(view);
  const [introduction, figure, limits, second, third, ...others] = made;
  expect(blocks).toEqual([
    ...[introduction, limits, { ...figure, caption: 'My words' }, third, second, ...others],
    { kind: 'text', id: expect.any(String), text: 'The end' },
    { ...figure, id: expect.any(String) },
  ]);
  await write('Caption of Figure 1', '');
  await expect
    .poll(async () => JSON.stringify((await stored(view)).blocks))
    .not.toContain('My words');
});

it('is not stored without a title, and is listed, deleted and brought back', async () => {
  const view = await openReport();
  const { press, write, engine } = view;
  await screen.findByText('Saved');
  await write('Title', ' ');
  await screen.findByText('Not saved: add a title');
  await screen.findByText('A report needs a title.');
  await find('heading', /^Untitled report/);
  for (const name of ['Save HTML', 'Save PDF', 'Save folder'])
    expect((await find('button', name)).hasAttribute('disabled')).toBe(true);
  await write('Subtitle', 'Under it');
  await write('Title', 'Kept');
  await screen.findByText('Saving …');
  await expect
    .poll(() => stored(view))
    .toMatchObject({ title: 'Kept', subtitle: 'Under it', authors: '' });
  await screen.findByText('Saved');
  await write('Authors', 'Me');
  await press('All reports');
  await find('link', 'Kept');
  await expect.poll(async () => (await stored(view)).authors).toBe('Me');
  expect(await said()).toMatchSnapshot();
  await press('Delete Kept');
  await find('heading', 'No reports yet');
  expect(await engine.reports.list()).toEqual([]);
  await press('Undo');
  await find('link', 'Kept');
  expect(await engine.reports.list()).toHaveLength(1);
});

it('says that there is no such report', async () => {
  const { press } = await openView({ route: '#/reports/not-there' });
  await screen.findByText('The report could not be read');
  await press('All reports');
  await find('heading', 'No reports yet');
  expect(has('button', 'All reports')).toBe(false);
});
