import { expect, it } from 'vitest';
import type { CollectionEntry } from '../../contracts/collection.ts';
import { collectionGroups, matchingEntries } from './collectionList.ts';

const entry = (id: string, changes: Partial<CollectionEntry> = {}): CollectionEntry => ({
  id,
  kind: 'own',
  name: id,
  description: '',
  plan: null,
  problems: 0,
  problem: null,
  changedAt: '2026-01-01T00:00:00Z',
  study: null,
  ...changes,
});
const builtIn = (id: string, study: string | null) => entry(id, { kind: 'built-in', study });

it('the list of the collection lists own ones first, newest first, then study by study', () => {
  const entries = [
    entry('old', { changedAt: '2025-01-01T00:00:00Z' }),
    builtIn('kth-2023', 'KTH 2023'),
    builtIn('first-look', null),
    entry('new', { changedAt: '2026-05-01T00:00:00Z' }),
    builtIn('kth-2024', 'KTH 2024'),
  ];
  const groups = collectionGroups(entries).map(({ title, entries: found }) => [
    title,
    found.map(({ id }) => id),
  ]);
  expect(groups).toEqual([
    ['Yours', ['new', 'old']],
    ['Built in', ['first-look']],
    ['Built in: KTH 2024', ['kth-2024']],
    ['Built in: KTH 2023', ['kth-2023']],
  ]);
});

it('the list of the collection has a place for own ones even if there are none', () => {
  expect(collectionGroups([])).toEqual([{ title: 'Yours', entries: [] }]);
});

it('the list of the collection finds entries that contain every word, anywhere', () => {
  const plan = { cells: 1, trials: 1, seconds: 1, atMost: false, ownService: false };
  const entries = [
    entry('a', { description: 'Users against TLS' }),
    entry('b', { name: 'TLS tax', plan: { ...plan, protocols: ['grpc'], model: 'open' } }),
  ];
  const found = (search: string) => matchingEntries(entries, search).map(({ id }) => id);
  expect(found('')).toEqual(['a', 'b']);
  expect(found('tls')).toEqual(['a', 'b']);
  expect(found('GRPC tax')).toEqual(['b']);
  expect(found('open users')).toEqual([]);
});
