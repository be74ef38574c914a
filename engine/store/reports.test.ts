import { expect, it } from 'vitest';
import type { Report } from '../../contracts/report.ts';
import { openedStore } from '../../tests/support/stores.ts';

const report: Report = {
  format: 'wirebench-report/1',
  title: 'Mine',
  subtitle: '',
  authors: '',
  runIds: ['run'],
  blocks: [{ kind: 'text', id: 'a', text: "'); DROP TABLE reports; --" }],
};

it('keeps reports, the last changed first, until they are removed', () => {
  let clock = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, clock++));
  const store = openedStore(undefined, { now });
  const first = store.saveReport(null, report);
  const second = store.saveReport(null, { ...report, title: 'Other' });
  expect(store.listReports().map(({ id }) => id)).toEqual([second.id, first.id]);
  store.saveReport(first.id, { ...report, title: 'Changed' });
  expect(store.listReports().map(({ report: { title } }) => title)).toEqual(['Changed', 'Other']);
  expect(store.removeReport(first.id).report.title).toBe('Changed');
  const gone = expect.objectContaining({ code: 'REPORT_NOT_FOUND' });
  expect(() => store.report(first.id)).toThrow(gone);
  expect(() => store.removeReport(first.id)).toThrow(gone);
  expect(store.saveReport(first.id, report).id).toBe(first.id);
  expect(store.report(first.id).report).toEqual(report);
});
