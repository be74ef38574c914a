import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  find,
  has,
  openView,
  rowsOf,
  said,
  settled,
} from '../../../tests/support/dom/view-window.tsx';

const history = (runs: number) => openView({ route: '#/history', runs });
const names = () => screen.getAllByRole('link', { name: / \d+$/ }).map((link) => link.textContent);

it('lists runs with their outcome, labels, times, trials and health', async () => {
  await history(6);
  await screen.findAllByText(/requests\/s/);
  expect(await said()).toMatchSnapshot();
});

it('deletes one or several runs, and takes that back', async () => {
  const { press, engine } = await history(4);
  const left = async () => (await engine.runs.list({})).map(({ id }) => id);
  await press('Delete First look 0');
  await screen.findByText('3 runs');
  expect(await left()).toEqual(['seeded-1', 'seeded-2', 'seeded-3']);
  await press('Undo');
  await screen.findByText('4 runs');
  expect(await left()).toHaveLength(4);
  await press('Choose all runs that match', 'checkbox');
  await screen.findByText('4 chosen');
  await press('Delete');
  await find('heading', 'No runs yet');
  // The earlier message may still be leaving.
  const message = await screen.findByText('Deleted 4 runs');
  await press('Undo', 'button', message.parentElement ?? undefined);
  await screen.findByText('4 runs');
  expect(await left()).toHaveLength(4);
});

it('renames, tags, pins and notes a run, as the engine then knows', async () => {
  const { press, write, user, engine } = await history(4);
  const kept = async () =>
    (await engine.runs.list({})).map((run) => [run.name, run.pinned, run.tags, run.note]);
  await press('Rename First look 0');
  await user.keyboard('Lost{Escape}');
  const row = (await find('link', 'First look 0')).closest('tr');
  row?.focus();
  await user.keyboard('{F2}');
  await user.keyboard(' Mine {Enter}');
  await press('Pin gRPC vs REST 3');
  await settled();
  await press('Tag Mine');
  await user.keyboard('First,second{Enter}FIRST,');
  await user.keyboard('{Escape}');
  await expect.poll(() => has('dialog', /^Tags of/)).toBe(false);
  await press('Note on Mine');
  await screen.findByText(/ 0 of 20,000 characters$/);
  await write('Note', 'Door shut.\nÅ');
  await screen.findByText(/ 12 of 20,000 characters$/);
  await press('Save');
  await screen.findByText('Saved the note on “Mine”');
  const rest = [
    ['Payload sizes 1', false, ['paper'], ''],
    ['TLS tax 2', false, [], 'The fan was at full speed, door shut.'],
    ['gRPC vs REST 3', true, ['lab 2', 'night'], ''],
  ];
  expect(await kept()).toEqual([['Mine', false, ['First', 'second'], 'Door shut.\nÅ'], ...rest]);
  await expect.poll(async () => (await rowsOf(/^Runs/))[0]?.[2]).toContain('gRPC vs REST 3');
  await press('Undo');
  await expect
    .poll(async () => (await kept())[0])
    .toEqual(['Mine', false, ['First', 'second'], '']);
  await press('Pin gRPC vs REST 3');
  await settled();
  await press('Note on TLS tax 2');
  await write('Note', 'Changed');
  await press('Discard');
  await press('Note on TLS tax 2');
  await write('Note', 'Written');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Saved the note on “TLS tax 2”');
  expect((await kept()).slice(2)).toEqual([
    ['TLS tax 2', false, [], 'Written'],
    ['gRPC vs REST 3', false, ['lab 2', 'night'], ''],
  ]);
  await expect.poll(() => has('dialog', 'TLS tax 2')).toBe(false);
});

it('puts back what the engine refuses, and keeps what was written', async () => {
  const refuse = () => {
    throw new WirebenchError('STORE_CORRUPT', 'The disk is full.');
  };
  const { press, write, user } = await openView({
    route: '#/history',
    runs: 3,
    calls: (api) => ({
      runs: { rename: api.runs.rename.handler(refuse), remove: api.runs.remove.handler(refuse) },
      history: {
        setNote: api.history.setNote.handler(refuse),
        setPinned: api.history.setPinned.handler(refuse),
        setTags: api.history.setTags.handler(refuse),
      },
    }),
  });
  await press('Rename First look 0');
  await user.keyboard('Mine{Enter}');
  await screen.findByText('The run could not be renamed');
  await press('Pin First look 0');
  await screen.findByText('The run could not be pinned');
  await press('Delete First look 0');
  await screen.findByText('The run could not be deleted');
  await expect.poll(names).toEqual(['First look 0', 'Payload sizes 1', 'TLS tax 2']);
  expect(screen.queryByText(/^Deleted /)).toBeNull();
  await press('Note on Payload sizes 1');
  await write('Note', 'Kept');
  await press('Save');
  await screen.findByText('The note could not be saved');
  expect(((await find('textbox', 'Note')) as HTMLTextAreaElement).value).toBe('Kept');
});

it('chooses runs by key and compares them, the oldest as the baseline', async () => {
  const { press, user } = await history(5);
  await find('checkbox', 'Choose Payload sizes 1');
  expect(has('button', 'Compare')).toBe(false);
  const row = screen.getByRole('checkbox', { name: 'Choose Payload sizes 1' }).closest('tr');
  row?.focus();
  await user.keyboard(' {ArrowDown} ');
  await screen.findByText('2 chosen');
  expect(
    ((await find('checkbox', 'Choose all runs that match')) as HTMLInputElement).indeterminate,
  ).toBe(true);
  await press('Compare');
  expect(window.location.hash).toBe('#/compare/seeded-2/seeded-1');
});

it('compares no single run', async () => {
  const { press } = await history(2);
  await press('Choose First look 0', 'checkbox');
  const compare = await find('button', 'Compare');
  expect(compare.ariaDisabled).toBe('true');
  await press('Compare');
  expect(window.location.hash).toBe('#/history');
  await find('button', 'Export run file');
  await press('Clear selection');
  await find('group', 'Filters');
});

it('opens a result by Enter, and by a click', async () => {
  const { user } = await history(2);
  const row = (await find('link', 'Payload sizes 1')).closest('tr');
  row?.focus();
  await user.keyboard('{Enter}');
  expect(window.location.hash).toBe('#/result/seeded-1');
  window.location.hash = '#/history';
  await user.click(
    (await find('link', 'First look 0')).closest('tr')?.lastElementChild?.previousElementSibling ??
      document.body,
  );
  expect(window.location.hash).toBe('#/result/seeded-0');
});

it('narrows by status, protocol, tag, date and words, and takes all of it back', async () => {
  const { press, user, write } = await history(14);
  await screen.findByText('14 runs');
  const filters = await find('group', 'Filters');
  const filter = async (menu: string, ...items: string[]) => {
    await press(new RegExp(`^${menu}`), 'button', filters);
    for (const item of items) await press(item, 'menuitemcheckbox');
    await user.keyboard('{Escape}');
  };
  await filter('Status', 'Failed', 'Stopped');
  await screen.findByText('4 of 14 runs');
  await filter('Protocol', 'SOAP');
  await screen.findByText('4 of 14 runs');
  await filter('Health', 'Suspect');
  await screen.findByText(/^\d of 14 runs$/);
  expect(await said()).toMatchSnapshot();
  await press('Date', 'button', await find('group', 'Filters'));
  fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2001-01-01' } });
  await find('heading', 'No run matches');
  await user.keyboard('{Escape}');
  await press('Clear filters');
  await screen.findByText('14 runs');
  await write(/^Find runs/, 'tls soap', 'searchbox');
  await screen.findByText(/^\d of 14 runs$/);
  expect(names()).toEqual(['TLS tax 2', 'TLS tax 12']);
});

it('sorts by a column, both ways, and saves what it shows as CSV', async () => {
  const { press, saved } = await history(5);
  await screen.findByText('5 runs');
  await press('Name');
  const ascending = [
    'First look 0',
    'gRPC vs REST 3',
    'Payload sizes 1',
    'TLS tax 2',
    'Users 10–200 4',
  ];
  await expect.poll(names).toEqual(ascending);
  await press('Name');
  await expect.poll(names).toEqual(ascending.toReversed());
  await press('Save CSV');
  await expect.poll(() => saved.length).toBe(1);
  const [head, first, ...rest] = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
  expect(saved[0]?.name).toBe('wirebench-history.csv');
  expect(head).toBe(
    'Name,Finding,Conditions,Started,Duration (s),Status,Protocols,Cells,Trials,Trials planned,Health,Tags,Note,Pinned,Imported,Id',
  );
  expect(first).toMatch(/^Users 10–200 4,.*,754,stopped,/);
  expect(rest).toHaveLength(4);
});

it('says what is wrong when it cannot be read', async () => {
  await openView({
    route: '#/history',
    calls: (api) => ({
      history: {
        search: api.history.search.handler(() => {
          throw new WirebenchError('STORE_CORRUPT', 'The database is damaged.');
        }),
      },
    }),
  });
  await find('heading', 'The history could not be read');
  expect(await said()).toMatchSnapshot();
});
