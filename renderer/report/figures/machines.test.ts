import { expect, it } from 'vitest';
import type { MachineResult } from '../../../contracts/measurement.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

const { latencyMs } = makeResult('t', {});
const machine = (name: string): MachineResult => ({
  name,
  cpu: 'any',
  cores: 4,
  workers: 3,
  requests: { ok: 10, failed: 0, dropped: 0 },
  throughputRps: 5,
  latencyMs,
  client: { verdict: 'ok', reasons: [], cpuSeconds: 1, eventLoopUtilization: 0.25 },
  roundTripMs: 0.5,
  clockErrorMs: 0.25,
});
const machines = ['north', 'south'].map(machine);
const failure = { code: 'MACHINE_LOST', message: 'south fell silent' } as const;
const trials = [
  makeResult('t0', { machines }),
  makeResult('t1', { machines, index: 1, status: 'failed', failure }),
];
const document = buildDocument(makeHead({ id: 'run', name: 'Mine' }), trials);
const data = reportData([document]);

it('the machines of a run in a report are offered by default if there were several', () => {
  const offered = figureChoices([document]).filter(({ figure }) => figure.type === 'machines');
  expect(offered.map(({ label, usual }) => [label, usual])).toEqual([['Machines', true]]);
  const alone = buildDocument(makeHead({ id: 'alone' }), [makeResult('t', {})]);
  expect(figureChoices([alone]).some(({ figure }) => figure.type === 'machines')).toBe(false);
  expect(figureModel({ type: 'machines', runId: 'alone' }, { ...data, runs: [alone] })).toBeNull();
});

it('the machines of a run in a report are a table with a row for each in each trial, which shows losses', () => {
  const model = figureModel({ type: 'machines', runId: 'run' }, data);
  const at = model?.table?.header.indexOf('Machine') ?? -1;
  expect(model?.table?.rows.map((row) => row[at])).toEqual(['north', 'south', 'north', 'south']);
  expect(model?.caption).toContain('south fell silent.');
  expect(model?.caption).toContain('Run “Mine”');
});

const place = (name: string | null, of: string) => ({
  ...machine(of),
  name,
  machines: [of],
});
const places = [place('Oslo', 'north'), place(null, 'south')];
const apart = buildDocument(makeHead({ id: 'apart', name: 'Mine' }), [
  makeResult('t', { machines, places }),
]);

it('the places of a run in a report are offered if there are two, with a row for each', () => {
  const offered = figureChoices([apart]).filter(({ figure }) => figure.type === 'places');
  expect(offered.map(({ label, usual }) => [label, usual])).toEqual([['Places', true]]);
  expect(figureChoices([document]).some(({ figure }) => figure.type === 'places')).toBe(false);
  const model = figureModel({ type: 'places', runId: 'apart' }, { ...data, runs: [apart] });
  const { header = [], rows = [] } = model?.table ?? {};
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(column('Place')).toEqual(['Oslo', '–']);
  expect(column('Machines')).toEqual(['north', 'south']);
  expect(figureModel({ type: 'places', runId: 'run' }, data)).toBeNull();
});
