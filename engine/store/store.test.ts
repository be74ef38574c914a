import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { historyQuerySchema } from '../../contracts/history.ts';
import { runHeadSchema } from '../../contracts/result.ts';
import {
  environment,
  makeCell,
  makeHistogram,
  makeInterval,
  makePlanned,
  makeResult,
  makeRun,
} from '../../tests/support/records.ts';
import { makeFileRun, storeRun } from '../../tests/support/run-files.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openStore, type Store } from './store.ts';

/** A subquery that counts from 1. */
const numbers = (count: number) =>
  `(WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count})
    SELECT value FROM n)`;

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('a run in the store', () => {
  it('is in the history from its start, with its plan', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111', 3, { warnings: ['Mind the fan'] }));
    expect(store.listRuns(10)).toMatchSnapshot();
    const head = store.runHead('aaaa1111');
    expect(runHeadSchema.parse(head)).toEqual(head);
    expect(head).toMatchObject({ plannedTrials: 3, warnings: ['Mind the fan'], endedAt: null });
  });

  it('returns its intervals and results unchanged', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111', 2));
    const second = makeInterval(1, { service: makeHistogram([5, 6, 3_000_000]), server: null });
    const result = makeResult('aaaa1111-trial-0');
    store.startTrial('aaaa1111-trial-0', '2026-03-01T10:00:01.000Z');
    store.appendInterval('aaaa1111-trial-0', makeInterval(0));
    store.appendInterval('aaaa1111-trial-0', second);
    store.finishTrial('aaaa1111-trial-0', result);
    expect(store.intervals('aaaa1111-trial-0')).toEqual([makeInterval(0), second]);
    expect(store.intervals('aaaa1111-trial-1')).toEqual([]);
    expect(store.trialResults('aaaa1111')).toEqual([result]);
    expect(store.trial('aaaa1111-trial-1')).toEqual({
      runId: 'aaaa1111',
      planned: { index: 1, cell: makeCell({ users: 2 }), repetition: 1 },
    });
  });

  it('lists results in execution order, whatever order they were stored in', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111', 3));
    for (const index of [2, 0, 1]) {
      const id = `aaaa1111-trial-${index}`;
      store.finishTrial(id, makeResult(id, { index }));
    }
    expect(store.trialResults('aaaa1111').map((one) => one.index)).toEqual([0, 1, 2]);
  });

  it('lists its protocols in the order of all lists, in whatever order they are measured', () => {
    const store = openedStore();
    const run = makeRun('aaaa1111', 3);
    const protocols = ['grpc', 'rest', 'soap'] as const;
    const trials = run.trials.map(({ id, planned }, index) => ({
      id,
      planned: { ...planned, cell: makeCell({ protocol: protocols[index] ?? 'rest' }) },
    }));
    store.createRun({ ...run, trials });
    expect(store.listRuns(1)[0]?.protocols).toEqual(['rest', 'soap', 'grpc']);
  });

  it('sums itself up for the history as its trials end', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111', 4));
    const finish = (
      index: number,
      verdict: 'ok' | 'suspect' | 'client-bound',
      status: 'completed' | 'skipped' | 'stopped' = 'completed',
    ) => {
      const client = { ...makeResult('').client, verdict };
      const id = `aaaa1111-trial-${index}`;
      store.finishTrial(id, makeResult(id, { client, status }));
    };
    finish(0, 'ok');
    finish(1, 'suspect');
    expect(store.listRuns(1)[0]).toMatchObject({ trialsDone: 2, verdict: 'suspect' });
    finish(2, 'client-bound', 'skipped');
    expect(store.listRuns(1)[0]).toMatchObject({ trialsDone: 2, verdict: 'suspect' });
    finish(3, 'client-bound', 'stopped');
    store.finishRun('aaaa1111', 'stopped', '2026-03-01T10:05:00.000Z');
    const ended = { status: 'stopped', endedAt: '2026-03-01T10:05:00.000Z' };
    const summary = { ...ended, trialsDone: 2, verdict: 'client-bound' };
    expect(store.listRuns(1)).toMatchObject([summary]);
  });

  it('names the cells with a failed trial once each, and missed thresholds', () => {
    const store = openedStore();
    const run = makeRun('aaaa1111', 3);
    for (const trial of run.trials) trial.planned.cell.users = trial.planned.index < 2 ? 5 : 1;
    store.createRun(run);
    const passed = [{ rule: 'p99 < 50ms', passed: true, actual: 3 }];
    store.finishTrial('aaaa1111-trial-2', makeResult('aaaa1111-trial-2', { thresholds: passed }));
    expect(store.runHead('aaaa1111')).toMatchObject({ badCells: [], thresholdsPassed: true });
    const missed = [...passed, { rule: 'errors < 1%', passed: false, actual: 0.5 }];
    for (const id of ['aaaa1111-trial-0', 'aaaa1111-trial-1']) {
      store.finishTrial(id, makeResult(id, { status: 'failed', thresholds: missed }));
    }
    expect(store.runHead('aaaa1111')).toMatchObject({
      badCells: ['rest · small · 5 users · tls off · raw'],
      thresholdsPassed: false,
    });
  });

  describe('with more repetitions', () => {
    const [id, other, end] = ['aaaa1111', 'bbbb2222', '2026-03-01T10:05:00.000Z'];
    const more = (...indexes: number[]) =>
      indexes.map((index) => ({ id: `more-${index}`, planned: makePlanned({ index }) }));
    const started = () => {
      const store = openedStore();
      for (const one of [id, other]) store.createRun(makeRun(one, 2));
      return store;
    };

    it('has the trials that were added, after its others, and no other run has', () => {
      const store = started();
      store.addTrials(id, more(2, 3));
      store.finishTrial('more-3', makeResult('more-3', { index: 3 }));
      store.finishTrial(`${id}-trial-0`, makeResult(`${id}-trial-0`));
      expect(store.trial('more-2')).toEqual({ runId: id, planned: makePlanned({ index: 2 }) });
      expect(store.trialResults(id).map(({ index }) => index)).toEqual([0, 3]);
      expect([id, other].map((one) => store.runHead(one).plannedTrials)).toEqual([4, 2]);
    });

    it('adds none of some trials where one cannot be added', () => {
      const store = started();
      expect(() => store.addTrials(id, more(2, 2))).toThrow(code('STORE_WRITE_FAILED'));
      expect(() => store.addTrials('none', more(2))).toThrow(code('RUN_NOT_FOUND'));
      expect(() => store.trial('more-2')).toThrow(code('TRIAL_NOT_FOUND'));
      expect(store.runHead(id).plannedTrials).toBe(2);
    });

    it('goes on after its end with its results, but without the trials that it had not begun', () => {
      const store = started();
      store.finishTrial(`${id}-trial-0`, makeResult(`${id}-trial-0`));
      store.finishRun(id, 'stopped', end);
      store.resumeRun(id);
      const head = { status: 'running', endedAt: null, plannedTrials: 1 };
      expect(store.runHead(id)).toMatchObject(head);
      expect(store.trialResults(id)).toHaveLength(1);
      expect(() => store.trial(`${id}-trial-1`)).toThrow(code('TRIAL_NOT_FOUND'));
      store.addTrials(id, more(1));
      store.finishRun(id, 'completed', end);
      expect(store.runHead(id)).toMatchObject({ status: 'completed', plannedTrials: 2 });
      expect(store.runHead(other)).toMatchObject({ status: 'running', plannedTrials: 2 });
    });

    it.each([
      ['runs', (_store: Store) => {}],
      [
        'was removed',
        (store: Store) => {
          store.finishRun(id, 'completed', end);
          store.removeRun(id);
        },
      ],
    ])('does not go on where it %s', (_what, prepare) => {
      const store = started();
      prepare(store);
      expect(() => store.resumeRun(id)).toThrow(code('RUN_NOT_FOUND'));
      expect(() => store.resumeRun('none')).toThrow(code('RUN_NOT_FOUND'));
    });
  });

  it('is found by its id, by a beginning of it, and as the latest', () => {
    const store = openedStore();
    expect(() => store.resolveRunId('latest')).toThrow(code('RUN_NOT_FOUND'));
    store.createRun(makeRun('abcd1111', 1, { startedAt: '2026-03-02T10:00:00.000Z' }));
    store.createRun(makeRun('abcd2222', 1, { startedAt: '2026-03-01T10:00:00.000Z' }));
    store.createRun(makeRun('x', 1, { startedAt: '2026-02-01T10:00:00.000Z' }));
    expect(store.resolveRunId('abcd1')).toBe('abcd1111');
    expect(store.resolveRunId('abcd2222')).toBe('abcd2222');
    expect(store.resolveRunId('x')).toBe('x');
    expect(store.resolveRunId('latest')).toBe('abcd1111');
    expect(() => store.resolveRunId('abcd')).toThrow(code('RUN_AMBIGUOUS'));
    for (const id of ['abc', '', 'ABCD1', '%bcd1']) {
      expect(() => store.resolveRunId(id)).toThrow(code('RUN_NOT_FOUND'));
    }
  });

  it('can be renamed, removed, restored and purged', () => {
    const clock = { now: new Date('2026-03-10T00:00:00.000Z') };
    const store = openedStore(undefined, { now: () => clock.now });
    store.createRun(makeRun('aaaa1111'));
    store.appendInterval('aaaa1111-trial-0', makeInterval(0));
    store.finishRun('aaaa1111', 'completed', '2026-03-01T10:05:00.000Z');
    store.renameRun('aaaa1111', 'Better name');
    expect(store.runHead('aaaa1111').name).toBe('Better name');

    store.removeRun('aaaa1111');
    expect(store.listRuns(10)).toEqual([]);
    expect(() => store.runHead('aaaa1111')).toThrow(code('RUN_NOT_FOUND'));
    expect(() => store.trialResults('aaaa1111')).toThrow(code('RUN_NOT_FOUND'));
    expect(() => store.resolveRunId('aaaa')).toThrow(code('RUN_NOT_FOUND'));
    store.purgeRemoved(new Date('2026-03-09T00:00:00.000Z'));
    store.restoreRun('aaaa1111');
    expect(store.listRuns(10)).toHaveLength(1);

    store.removeRun('aaaa1111');
    store.purgeRemoved(new Date('2026-03-11T00:00:00.000Z'));
    expect(() => store.restoreRun('aaaa1111')).toThrow(code('RUN_NOT_FOUND'));
    expect(() => store.intervals('aaaa1111-trial-0')).toThrow(code('TRIAL_NOT_FOUND'));
  });

  it('is not purged while it runs', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111'));
    store.removeRun('aaaa1111');
    store.purgeRemoved(new Date('2100-01-01T00:00:00.000Z'));
    store.restoreRun('aaaa1111');
    expect(store.listRuns(1)).toHaveLength(1);
  });

  it('lists the newest first, up to a limit', () => {
    const store = openedStore();
    for (let day = 1; day <= 5; day += 1) {
      store.createRun(makeRun(`run-${day}`, 1, { startedAt: `2026-03-0${day}T10:00:00.000Z` }));
    }
    expect(store.listRuns(3).map((run) => run.id)).toEqual(['run-5', 'run-4', 'run-3']);
    store.setPinned('run-4', true);
    storeRun(store, makeFileRun({ id: 'bbbb2222', startedAt: '2026-03-06T10:00:00.000Z' }));
    expect(store.listRuns(3).map(({ id, pinned, imported }) => [id, pinned, imported])).toEqual([
      ['bbbb2222', false, true],
      ['run-5', false, false],
      ['run-4', true, false],
    ]);
  });

  it('that was never recorded is RUN_NOT_FOUND, its trials TRIAL_NOT_FOUND', () => {
    const store = openedStore();
    const ofRuns = [
      () => store.runHead('none'),
      () => store.trialResults('none'),
      () => store.finishRun('none', 'completed', ''),
      () => store.renameRun('none', 'x'),
      () => store.removeRun('none'),
    ];
    const ofTrials = [
      () => store.startTrial('none', ''),
      () => store.appendInterval('none', makeInterval(0)),
      () => store.finishTrial('none', makeResult('none')),
      () => store.trial('none'),
      () => store.intervals('none'),
    ];
    for (const act of ofRuns) expect(act).toThrow(code('RUN_NOT_FOUND'));
    for (const act of ofTrials) expect(act).toThrow(code('TRIAL_NOT_FOUND'));
  });

  it('is stored completely or not at all', () => {
    const store = openedStore();
    const run = makeRun('aaaa1111', 2);
    const [first] = run.trials;
    if (first !== undefined) run.trials[1] = first;
    expect(() => store.createRun(run)).toThrow(code('STORE_WRITE_FAILED'));
    expect(store.listRuns(10)).toEqual([]);
  });
});

describe('the store', () => {
  it('remembers confirmed hosts once each', () => {
    const store = openedStore();
    store.confirmHost('db.example');
    store.confirmHost('api.example');
    store.confirmHost('db.example');
    expect(store.confirmedHosts()).toEqual(['api.example', 'db.example']);
  });

  it('keeps everything when it is closed and opened again', () => {
    const file = join(temporaryFolder(), 'deep', 'down', 'wirebench.db');
    const before = openStore(file);
    before.createRun(makeRun('aaaa1111'));
    before.close();
    const after = openedStore(file);
    expect(after.listRuns(10)).toHaveLength(1);
    expect(after.notices).toEqual([]);
  });

  it('lists two thousand runs from their own rows, without reading trials or intervals', () => {
    const file = databaseFile();
    const store = openedStore(file);
    store.createRun(makeRun('aaaa1111'));
    const other = new BetterSqlite(file);
    other.exec(`
      INSERT INTO runs SELECT NULL, 'run-' || value, name, 'completed', '2025-' || value, ended_at,
        NULL, cells, trials_planned, trials_done, protocols, verdict, 0, NULL, heartbeat_at,
        warnings, environment, experiment, tags, note, pinned, imported_at, NULL, NULL
      FROM runs, ${numbers(1999)};`);
    other.exec('DROP TABLE intervals; DROP TABLE trials;');
    other.close();
    expect(store.listRuns(10_000)).toHaveLength(2000);
    expect(store.searchRuns(historyQuerySchema.parse({ text: 'run-7 rest' })).matching).toBe(111);
  });

  it('reports damaged records as STORE_CORRUPT, and reads the others', () => {
    const file = databaseFile();
    const store = openedStore(file);
    for (const id of ['aaaa1111', 'bbbb2222']) {
      store.createRun(makeRun(id));
      store.appendInterval(`${id}-trial-0`, makeInterval(0));
      store.finishTrial(`${id}-trial-0`, makeResult(`${id}-trial-0`));
    }
    const other = new BetterSqlite(file);
    other.exec(`
      UPDATE trials SET result = replace(result, '4000', '"many"') WHERE key = 1;
      UPDATE intervals SET latency = CAST(substr(latency, 1, length(latency) - 1) || x'ff' AS BLOB) WHERE key = 1;
      UPDATE runs SET environment = '{' WHERE key = 1;`);
    other.close();
    expect(() => store.trialResults('aaaa1111')).toThrow(code('STORE_CORRUPT'));
    expect(() => store.intervals('aaaa1111-trial-0')).toThrow(code('STORE_CORRUPT'));
    expect(() => store.runHead('aaaa1111')).toThrow(code('STORE_CORRUPT'));
    expect(store.listRuns(10)).toHaveLength(2);
    expect(store.trialResults('bbbb2222')).toHaveLength(1);
    expect(store.intervals('bbbb2222-trial-0')).toHaveLength(1);
    expect(store.runHead('bbbb2222').id).toBe('bbbb2222');
  });

  it('does not claim the runs of its own process', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111'));
    expect(store.claimInterrupted()).toEqual([]);
  });
});

describe('data besides runs', () => {
  it('keeps how late open arrivals were sent', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111'));
    const late = makeInterval(0, { lag: makeHistogram([12, 900]), rate: 50, dropped: 3, round: 2 });
    store.appendInterval('aaaa1111-trial-0', late);
    expect(store.intervals('aaaa1111-trial-0')).toEqual([late]);
  });

  it('keeps saturation points set by hand, with their run', () => {
    const store = openedStore();
    store.createRun(makeRun('aaaa1111', 2));
    store.createRun(makeRun('bbbb2222'));
    store.setSaturation('aaaa1111-trial-1', 64);
    store.setSaturation('aaaa1111-trial-0', 10);
    store.setSaturation('aaaa1111-trial-0', 12.5);
    const points = [...store.saturationOverrides('aaaa1111')];
    expect(points.join(' ')).toBe('aaaa1111-trial-0,12.5 aaaa1111-trial-1,64');
    store.setSaturation('aaaa1111-trial-1', null);
    expect(store.saturationOverrides('aaaa1111').size).toBe(1);
    expect(store.saturationOverrides('bbbb2222').size).toBe(0);
    expect(() => store.setSaturation('unknown', 1)).toThrow(code('TRIAL_NOT_FOUND'));
    expect(() => store.setSaturation('unknown', null)).toThrow(code('TRIAL_NOT_FOUND'));
  });

  it('knows the last calibration of the machine', () => {
    const store = openedStore();
    expect(store.latestCalibration()).toBeNull();
    const at = '2026-03-01T10:00:00.000Z';
    const calibration = (seconds: number) => ({ at, environment, seconds, ceilings: [] });
    store.saveCalibration(calibration(1));
    store.saveCalibration(calibration(2));
    expect(store.latestCalibration()).toEqual(calibration(2));
  });
});
