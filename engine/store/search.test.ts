import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HistoryQuery,
  historyFilterSchema,
  historyQuerySchema,
  historySortSchema,
} from '../../contracts/history.ts';
import { protocols, runStatusSchema } from '../../contracts/words.ts';
import { makeCell, makePlanned, makeRun } from '../../tests/support/records.ts';
import { openedStore } from '../../tests/support/stores.ts';
import type { Store } from './store.ts';

type Protocol = (typeof protocols)[number];

function addRun(store: Store, id: string, name: string, of: readonly Protocol[], day: number) {
  const trials = of.map((protocol, index) => ({
    id: `${id}-${protocol}`,
    planned: makePlanned({ index, cell: makeCell({ protocol }) }),
  }));
  const startedAt = `2026-03-0${day}T10:00:00.000Z`;
  store.createRun(makeRun(id, 0, { name, startedAt, trials }));
}

/** Four runs in order of time. */
function someRuns(): Store {
  const store = openedStore();
  addRun(store, 'aaaa1111', 'Första körningen', ['rest'], 1);
  addRun(store, 'bbbb2222', 'Payload sizes', ['rest', 'soap'], 2);
  addRun(store, 'cccc3333', 'TLS tax', ['grpc'], 3);
  addRun(store, 'dddd4444', 'payload again', ['soap', 'grpc'], 4);
  store.finishRun('aaaa1111', 'completed', '2026-03-01T10:00:30.000Z');
  store.finishRun('bbbb2222', 'failed', '2026-03-02T10:00:10.000Z');
  store.finishRun('cccc3333', 'completed', '2026-03-03T12:00:00.000Z');
  store.setTags('aaaa1111', ['Paper', 'lab']);
  store.setTags('cccc3333', ['paper']);
  store.setNote('cccc3333', 'The fan was loud.\n100% "quoted" \\ back');
  return store;
}

const ids = (store: Store, query: Partial<HistoryQuery>) =>
  store.searchRuns(historyQuerySchema.parse(query)).runs.map(({ id }) => id.slice(0, 4));

describe('a search of the history', () => {
  it.each<[string, Partial<HistoryQuery>, string[]]>([
    ['an empty query', {}, ['dddd', 'cccc', 'bbbb', 'aaaa']],
    ['capitals', { text: 'PAYLOAD' }, ['dddd', 'bbbb']],
    ['accents', { text: 'forsta' }, ['aaaa']],
    ['every word, in any field', { text: 'payload soap 4444' }, ['dddd']],
    ['a note', { text: 'fan loud' }, ['cccc']],
    ['special characters of SQL and JSON', { text: '100% "quoted" \\' }, ['cccc']],
    ['a literal wildcard', { text: 'p_yload' }, []],
    ['a tag in the text', { text: 'paper' }, ['cccc', 'aaaa']],
    ['any of the protocols', { protocols: ['grpc', 'soap'] }, ['dddd', 'cccc', 'bbbb']],
    ['status', { statuses: ['failed', 'running'] }, ['dddd', 'bbbb']],
    ['verdict', { verdicts: ['suspect'] }, []],
    ['all of the tags', { tags: ['PAPER', 'lab'] }, ['aaaa']],
    ['from', { from: '2026-03-03T10:00:00Z' }, ['dddd', 'cccc']],
    ['to', { to: '2026-03-03T10:00:00Z' }, ['bbbb', 'aaaa']],
    ['by name', { sort: 'name', descending: false }, ['aaaa', 'dddd', 'bbbb', 'cccc']],
    ['by duration, unended last', { sort: 'duration' }, ['cccc', 'aaaa', 'bbbb', 'dddd']],
    ['a page', { offset: 1, limit: 2 }, ['cccc', 'bbbb']],
  ])('finds by %s', (_what, query, expected) => {
    expect(ids(someRuns(), query)).toEqual(expected);
  });

  it('counts matches, all runs, and tags regardless of case', () => {
    const store = someRuns();
    const query = historyQuerySchema.parse({ text: 'payload', limit: 1 });
    const paper = { tag: expect.stringMatching(/^paper$/i), runs: 2 };
    const tags = [paper, { tag: 'lab', runs: 1 }];
    expect(store.searchRuns(query)).toMatchObject({ matching: 2, total: 4, tags });
  });

  it('has pinned runs first in every order, and leaves removed ones out', () => {
    const store = someRuns();
    store.setPinned('bbbb2222', true);
    store.removeRun('cccc3333');
    for (const sort of historySortSchema.options) {
      for (const descending of [true, false]) {
        const found = ids(store, { sort, descending });
        expect(found[0]).toBe('bbbb');
        expect(found.toSorted()).toEqual(['aaaa', 'bbbb', 'dddd']);
      }
    }
    expect(ids(store, { pinnedOnly: true })).toEqual(['bbbb']);
    const { tags } = store.searchRuns(historyQuerySchema.parse({}));
    expect(tags.map(({ tag, runs }) => `${tag} ${runs}`)).toEqual(['lab 1', 'Paper 1']);
    store.setPinned('bbbb2222', false);
    expect(ids(store, { pinnedOnly: true })).toEqual([]);
  });

  it('takes any text without failing', () => {
    const store = someRuns();
    const filter = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 60 }),
      tags: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
      protocols: fc.subarray([...protocols]),
      statuses: fc.subarray([...runStatusSchema.options]),
    });
    fc.assert(
      fc.property(filter, (part) => {
        const query = historyQuerySchema.parse(historyFilterSchema.parse(part));
        const page = store.searchRuns(query);
        expect(page.runs).toHaveLength(page.matching);
        expect(page.matching).toBeLessThanOrEqual(page.total);
      }),
      { numRuns: 60 },
    );
  });
});

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('user input on a run', () => {
  it('is refused for runs that do not exist or were removed', () => {
    const store = someRuns();
    store.removeRun('aaaa1111');
    for (const runId of ['aaaa1111', 'unknown']) {
      for (const act of [
        () => store.setTags(runId, ['x']),
        () => store.setNote(runId, 'x'),
        () => store.setPinned(runId, true),
        () => store.annotations(runId),
      ]) {
        expect(act).toThrow(code('RUN_NOT_FOUND'));
      }
    }
  });

  it('marks moments of trials and of the run, also while it is in progress', () => {
    const store = someRuns();
    const mark = (trialIndex: number | null, atSeconds: number, text: string) =>
      store.annotate('dddd4444', { trialIndex, atSeconds, text });
    const late = mark(1, 9, 'late');
    mark(1, 2, 'early');
    mark(0, 5, 'first trial');
    mark(null, 60, 'whole run');
    const texts = () => store.annotations('dddd4444').map(({ text }) => text);
    expect(texts()).toEqual(['whole run', 'first trial', 'early', 'late']);
    expect(store.annotations('dddd4444')).toContainEqual(late);
    expect(() => mark(2, 1, 'x')).toThrow(code('TRIAL_NOT_FOUND'));
    store.removeAnnotation('dddd4444', late.id);
    expect(texts()).toEqual(['whole run', 'first trial', 'early']);
    expect(() => store.removeAnnotation('dddd4444', late.id)).toThrow(code('ANNOTATION_NOT_FOUND'));
  });

  it('has at most a thousand annotations', () => {
    const store = someRuns();
    const mark = () => store.annotate('aaaa1111', { trialIndex: null, atSeconds: 1, text: 'x' });
    for (let count = 0; count < 1000; count += 1) mark();
    expect(mark).toThrow(code('ANNOTATIONS_FULL'));
  });
});
