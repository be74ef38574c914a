import { afterEach, expect, it } from 'vitest';
import type { RunSummary } from '../../../contracts/history.ts';
import {
  type Asked,
  ask,
  askForAll,
  choose,
  edit,
  isNarrowed,
  sortBy,
  stopEditing,
  toggleChosen,
  useHistory,
} from './historyStore.ts';

const asked = () => useHistory.getState().asked;
const run = (id: string) => ({ id }) as RunSummary;
const chosen = () => [...useHistory.getState().chosen.keys()];

afterEach(() => useHistory.setState(useHistory.getInitialState(), true));

it('sorts by what was clicked: times and counts from the largest, words from the first', () => {
  expect(asked()).toMatchObject({ sort: 'started', descending: true });
  const order = () => [asked().sort, asked().descending];
  const after = (
    ['started', 'name', 'name', 'duration', 'trials', 'status', 'verdict', 'started'] as const
  ).map((sort) => {
    sortBy(sort);
    return order();
  });
  expect(after).toEqual([
    ['started', false],
    ['name', false],
    ['name', true],
    ['duration', true],
    ['trials', true],
    ['status', false],
    ['verdict', false],
    ['started', true],
  ]);
});

it.each<[Partial<Asked>, boolean]>([
  [{}, false],
  [{ text: '  ' }, false],
  [{ text: 'tls' }, true],
  [{ pinnedOnly: true }, true],
  [{ period: { kind: 'days', days: 7 } as Asked['period'] }, true],
  [{ protocols: ['rest'] }, true],
  [{ statuses: ['failed'] }, true],
  [{ verdicts: ['suspect'] }, true],
  [{ tags: ['paper'] }, true],
  [{ sort: 'name', descending: false }, false],
])(
  'of %j says %s to whether it is narrowed, and takes all of it back but the order',
  (part, is) => {
    ask({ sort: 'trials', descending: false });
    ask(part);
    expect(isNarrowed(asked())).toBe(is);
    const { sort, descending } = asked();
    askForAll();
    expect(asked()).toEqual({ ...useHistory.getInitialState().asked, sort, descending });
  },
);

it('chooses in the order of the clicks, and lets go of what is clicked again', () => {
  for (const id of ['b', 'a', 'c', 'a', 'd']) toggleChosen(run(id));
  expect(chosen()).toEqual(['b', 'c', 'd']);
  choose([run('x'), run('b')]);
  expect(chosen()).toEqual(['x', 'b']);
});

it('edits one part of one run at a time', () => {
  edit('a', 'tags');
  edit('b', 'note');
  expect(useHistory.getState().editing).toEqual({ runId: 'b', part: 'note' });
  stopEditing();
  expect(useHistory.getState().editing).toBeNull();
});
