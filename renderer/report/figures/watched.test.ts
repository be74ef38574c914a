import { expect, it } from 'vitest';
import type { WatchedMachine } from '../../../contracts/watched.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { fileColumns } from '../../../metrics/trial-columns.ts';
import { watchedColumns, watchedRows } from '../../../metrics/watched-columns.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

const figure = (mean: number, max: number) => ({ mean, max });
const machine: WatchedMachine = {
  name: 'db',
  os: 'Darwin',
  cpu: 'any',
  cores: 4,
  memoryBytes: 8e9,
  parts: [{ kind: 'process', name: 'postgres' }],
  missing: ['Sockets are not reported.'],
  clockErrorMs: 0.25,
  measured: {
    looks: 5,
    cpuCores: figure(1.5, 2),
    memoryBytes: figure(3e9, 4e9),
    receivedPerSecond: figure(2_500_000, 3e6),
    sentPerSecond: null,
    sockets: null,
    parts: [{ cpuCores: figure(0.5, 1), memoryBytes: figure(1e8, 2e8) }],
  },
  points: [],
};
const unseen = { ...machine, name: 'unseen', measured: null };
const document = buildDocument(makeHead({ id: 'run', name: 'Mine' }), [
  makeResult('t0', { watched: [machine, unseen] }),
]);
const data = reportData([document]);

it('monitored machines have a row for the whole and one for each selected part', () => {
  const rows = watchedRows(document.trials);
  expect(rows.map(({ machine: name, what }) => [name, what])).toEqual([
    ['db', 'whole machine'],
    ['db', 'process postgres'],
  ]);
  const columns = watchedColumns(rows);
  const values = rows.map((row) =>
    Object.fromEntries(columns.map(({ id, value }) => [id, value(row)])),
  );
  expect(values).toMatchObject([
    { cpu: 1.5, cpu_max: 2, memory_max: 4000, received: 2.5, sent: null, sockets_max: null },
    { cpu: 0.5, cpu_max: 1, memory_max: 200, received: null, sent: null, sockets_max: null },
  ]);
});

it('monitored machines are in files by machine, with gaps where data is missing', () => {
  const column = (id: string) => fileColumns.find((one) => one.id === id);
  const one = makeResult('one', { watched: [machine] });
  const [two = one] = document.trials;
  const none = makeResult('none', {});
  const values = (id: string) => [one, two, none].map((trial) => column(id)?.value(trial));
  expect(values('watched')).toEqual(['db', 'db; unseen', null]);
  expect(values('watched_cpu_cores')).toEqual([1.5, '1.5; ', null]);
  expect(values('watched_sent_bytes_per_s')).toEqual([null, '; ', null]);
});

it('monitored machines are offered to reports, which name what is missing', () => {
  const offered = figureChoices([document]).filter(({ figure: one }) => one.type === 'watched');
  expect(offered.map(({ label, usual }) => [label, usual])).toEqual([['Beside the service', true]]);
  const model = figureModel({ type: 'watched', runId: 'run' }, data);
  expect(model?.table?.rows).toHaveLength(2);
  expect(model?.table?.header).toContain('Memory max (MB)');
  expect(model?.caption).toContain('db: Sockets are not reported.');
  const none = buildDocument(makeHead({ id: 'none' }), [makeResult('t', { watched: [unseen] })]);
  expect(figureModel({ type: 'watched', runId: 'none' }, { ...data, runs: [none] })).toBeNull();
});
