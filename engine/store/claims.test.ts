import { writeFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calibrationSchema } from '../../contracts/calibration.ts';
import { environment, makeInterval, makeResult, makeRun } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { savedName } from './doctor.ts';
import { joinStore } from './store.ts';

const failing = (code: string) => expect.objectContaining({ code });

/** A store whose run belongs to a process that is gone. */
function abandoned() {
  const file = databaseFile();
  const store = openedStore(file, { now: () => new Date('2026-03-01T11:00:00.000Z') });
  store.createRun(makeRun('aaaa1111', 3));
  const [done, running] = ['aaaa1111-trial-0', 'aaaa1111-trial-1'] as const;
  store.startTrial(done, '2026-03-01T10:00:00.000Z');
  store.finishTrial(done, makeResult(done));
  store.startTrial(running, '2026-03-01T10:05:00.000Z');
  store.appendInterval(running, makeInterval(0));
  const database = new BetterSqlite(file);
  onTestFinished(() => {
    database.close();
  });
  const gone = () =>
    database
      .prepare(
        "UPDATE runs SET owner_pid = 2147483646, owner_identity = 'x', heartbeat_at = '2026-03-01T10:00:00.000Z'",
      )
      .run();
  return { store, gone };
}

describe('runs of a process that is gone', () => {
  it('are handed to this one, with the trials that did not end', () => {
    const { store, gone } = abandoned();
    expect(store.claimInterrupted()).toEqual([]);
    gone();
    const [run, ...others] = store.claimInterrupted();
    expect(others).toEqual([]);
    expect(run?.runId).toBe('aaaa1111');
    expect(run?.trials.map(({ id, startedAt, planned }) => [id, startedAt, planned.index])).toEqual(
      [
        ['aaaa1111-trial-1', '2026-03-01T10:05:00.000Z', 1],
        ['aaaa1111-trial-2', null, 2],
      ],
    );
    expect(store.runHead('aaaa1111')).toMatchObject({
      status: 'interrupted',
      endedAt: expect.any(String),
    });
    // It is this process's now, until it ends as well.
    expect(store.claimInterrupted()).toEqual([]);
    gone();
    expect(store.claimInterrupted().map(({ runId }) => runId)).toEqual(['aaaa1111']);
  });
});

describe('another thread of this process', () => {
  it('uses the same database, and none that is not there', () => {
    const file = databaseFile();
    const store = openedStore(file);
    store.createRun(makeRun('aaaa1111'));
    const joined = joinStore(file);
    expect(joined.runHead('aaaa1111').status).toBe('running');
    joined.setNote('aaaa1111', 'note');
    joined.close();
    expect(store.listRuns(1)[0]?.note).toBe('note');
    expect(() => joinStore(`${file}.none`)).toThrow(failing('STORE_WRITE_FAILED'));
  });
});

describe('small records', () => {
  const target = {
    id: 'b',
    savedAt: '2026-03-01T10:00:00.000Z',
    name: 'lab',
    addresses: { rest: 'http://lab/' },
    grpcTls: true,
  };

  it('are targets, by name', () => {
    const store = openedStore();
    store.putTarget(target);
    store.putTarget({ ...target, id: 'a', name: 'Zoo' });
    store.putTarget({ ...target, id: 'c', name: 'annex' });
    expect(store.savedTargets().map(({ name }) => name)).toEqual(['annex', 'lab', 'Zoo']);
    expect(store.savedTarget('b')).toEqual(target);
    store.putTarget({ ...target, savedAt: '2026-04-01T10:00:00.000Z', grpcTls: false });
    expect(store.savedTarget('b')).toMatchObject({
      savedAt: '2026-04-01T10:00:00.000Z',
      grpcTls: false,
    });
    store.deleteTarget('b');
    expect([store.savedTarget('b'), store.savedTargets().length]).toEqual([null, 2]);
  });

  it('are commands, hosts and calibrations', () => {
    const store = openedStore();
    expect(store.isCommandConfirmed('k')).toBe(false);
    store.confirmCommand('k');
    store.confirmCommand('k');
    expect([store.isCommandConfirmed('k'), store.isCommandConfirmed('l')]).toEqual([true, false]);
    store.confirmHost('b');
    store.confirmHost('a');
    store.confirmHost('b');
    store.forgetHost('a');
    expect(store.confirmedHosts()).toEqual(['b']);
    expect(store.latestCalibration()).toBeNull();
    const calibration = (seconds: number) =>
      calibrationSchema.parse({
        at: '2026-03-01T10:00:00.000Z',
        seconds,
        environment,
        ceilings: [],
      });
    store.saveCalibration(calibration(2));
    store.saveCalibration(calibration(3));
    expect(store.latestCalibration()).toEqual(calibration(3));
  });
});

it('a saved database has a name that is free', () => {
  const file = databaseFile();
  const now = new Date('2026-03-01T10:00:00.000Z');
  const first = savedName(file, now);
  expect(first.startsWith(`${file}.saved-`)).toBe(true);
  writeFileSync(first, '');
  expect(savedName(file, now)).not.toBe(first);
  expect(savedName(file, new Date('2026-03-01T10:00:01.000Z'))).not.toBe(first);
});
