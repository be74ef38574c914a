import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../contracts/engine-api.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { environment, makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import { earlierFigures } from './earlier.ts';

const fileOf = (changes = '') =>
  `{"wirebench": 1, "name": "x", "factors": {"protocol": "rest"}, "load": {"model": "closed", "duration": "5s"}${changes}}`;
const cell = makeCell();

interface StoredRun {
  readonly id: string;
  readonly file?: string;
  readonly cpu?: string;
  readonly summary?: Partial<RunSummary>;
  readonly trials: readonly Partial<TrialResult>[];
}

function storeOf(runs: readonly StoredRun[]) {
  const runOf = (id: string) => {
    const run = runs.find((one) => one.id === id);
    if (!run) throw new RangeError(id);
    return run;
  };
  return {
    listRuns: () =>
      runs.map(({ id, trials: { length: trialsDone }, summary }) => {
        const plain = { status: 'completed', imported: false, protocols: ['rest'] };
        return { id, trialsDone, ...plain, ...summary } as RunSummary;
      }),
    runHead: (id: string) =>
      makeHead({
        id,
        experiment: runOf(id).file ?? fileOf(),
        environment: { ...environment, cpu: runOf(id).cpu ?? environment.cpu },
      }),
    trialResults: (id: string) =>
      runOf(id).trials.map((part, index) => makeResult(`${id}-${index}`, { cell, ...part })),
  };
}

function figuresOf(runs: readonly StoredRun[]) {
  return earlierFigures(storeOf(runs), experimentOf(fileOf()), [cell], environment).get(
    describeCell(cell),
  );
}

const requests = { ok: 90, failed: 10, dropped: 0 };
const bytes = { sent: 3000, received: 7000 };

describe('results of earlier runs', () => {
  it('are means over the trials of the same cell', () => {
    const usual = { requests, bytes };
    const elsewhere = { throughputRps: 900, cell: makeCell({ users: 99 }) };
    const runs = [
      { id: 'a', trials: [{ throughputRps: 100, ...usual }] },
      { id: 'b', trials: [{ throughputRps: 300, ...usual }, elsewhere] },
    ];
    expect(figuresOf(runs)).toEqual({ trials: 2, throughputRps: 200, bytesPerRequest: 100 });
  });

  const openFile = fileOf().replace('"closed"', '"open"').replace('"rest"}', '"rest", "rate": 5}');
  const lost = { name: 'b', sinceSeconds: 3, workers: 1, ofWorkers: 2 };
  it.each<[string, Partial<StoredRun>]>([
    ['another machine', { cpu: 'Other CPU' }],
    ['another load model', { file: openFile }],
    ['another kind of payload', { file: fileOf(', "text": "multibyte"') }],
    ['another target', { file: fileOf(', "target": {"rest": "http://198.51.100.1"}') }],
    ['services on another machine', { file: fileOf(', "target": {"on": "beta"}') }],
    ['load of other machines', { file: fileOf(', "machines": 2') }],
    ['a file that is no longer readable', { file: 'name: [' }],
    ['a run in progress', { summary: { status: 'running' } }],
    ['an imported run', { summary: { imported: true } }],
    ['other protocols', { summary: { protocols: ['grpc'] } }],
    ['a trial that was stopped', { trials: [{ status: 'stopped' }] }],
    ['a trial that lost a machine', { trials: [{ lostMachines: [lost] }] }],
    ['a trial without a success', { trials: [{ requests: { ok: 0, failed: 5, dropped: 0 } }] }],
  ])('do not include %s', (_, run) => {
    expect(figuresOf([{ id: 'a', trials: [{}], ...run }])).toBeUndefined();
  });
});
