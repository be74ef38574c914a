import BetterSqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeInterval, makeRun } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { createHeartbeat } from './heartbeat.ts';
import { openStoreDatabase } from './open-database.ts';
import { recordStatements } from './record.ts';
import type { Store } from './store.ts';
import { createIntervalWriter, type IntervalWriterOptions } from './writer.ts';

const trialId = 'aaaa1111-trial-0';
const code = (expected: string) => expect.objectContaining({ code: expected });

/** A store with one run, and a second connection that can lock it. */
function lockableStore(options: IntervalWriterOptions = {}) {
  const file = databaseFile();
  const store = openedStore(file);
  const other = new BetterSqlite(file);
  onTestFinished(() => void other.close());
  store.createRun(makeRun('aaaa1111'));
  const lock = () => other.exec('BEGIN IMMEDIATE');
  const unlock = () => other.exec('COMMIT');
  const writer = writerOf(store, options);
  return { store, writer, lock, unlock };
}

const writerOf = (store: Pick<Store, 'appendInterval'>, options: IntervalWriterOptions = {}) =>
  createIntervalWriter(store, { retryMs: 1, ...options });

const indexes = (store: Store) => store.intervals(trialId).map((interval) => interval.index);

describe('the interval writer', () => {
  it('keeps intervals while another connection holds the lock, and their order', async () => {
    const { store, writer, lock, unlock } = lockableStore();
    writer.push(trialId, makeInterval(0));
    lock();
    for (const index of [1, 2, 3]) writer.push(trialId, makeInterval(index));
    expect(indexes(store)).toEqual([0]);
    const flushed = writer.flush();
    unlock();
    await flushed;
    expect(indexes(store)).toEqual([0, 1, 2, 3]);
    writer.push(trialId, makeInterval(4));
    expect(indexes(store)).toEqual([0, 1, 2, 3, 4]);
    writer.close();
  });

  it('throws RUN_OVERRUN when too many wait, and still writes those it accepted', async () => {
    const { store, writer, lock, unlock } = lockableStore({ capacity: 2 });
    lock();
    writer.push(trialId, makeInterval(0));
    writer.push(trialId, makeInterval(1));
    expect(() => writer.push(trialId, makeInterval(2))).toThrow(code('RUN_OVERRUN'));
    unlock();
    await writer.flush();
    expect(indexes(store)).toEqual([0, 1]);
    writer.close();
  });

  it('gives up a flush eventually, and says how many intervals are not written', async () => {
    const { store, writer, lock, unlock } = lockableStore({ flushMs: 20 });
    lock();
    writer.push(trialId, makeInterval(0));
    writer.push(trialId, makeInterval(1));
    const failure = { code: 'STORE_WRITE_FAILED', message: expect.stringMatching(/^2 intervals/) };
    await expect(writer.flush()).rejects.toMatchObject(failure);
    unlock();
    await writer.flush();
    expect(indexes(store)).toEqual([0, 1]);
    writer.close();
  });

  it('tries a last time when it is closed, and does not lose intervals silently', () => {
    const { store, writer, lock, unlock } = lockableStore({ retryMs: 60_000 });
    lock();
    writer.push(trialId, makeInterval(0));
    expect(() => writer.close()).toThrow(code('STORE_WRITE_FAILED'));
    unlock();
    const other = writerOf(store, { retryMs: 60_000 });
    lock();
    other.push(trialId, makeInterval(1));
    unlock();
    other.close();
    expect(indexes(store)).toEqual([1]);
  });

  it('reports permanent errors immediately, and continues with the other intervals', () => {
    const { store, writer } = lockableStore();
    expect(() => writer.push('unknown', makeInterval(0))).toThrow(code('TRIAL_NOT_FOUND'));
    writer.push(trialId, makeInterval(1));
    expect(indexes(store)).toEqual([1]);
    writer.close();
  });

  it('reports errors of a retry with the next flush', async () => {
    const { store, writer, lock, unlock } = lockableStore();
    lock();
    writer.push('unknown', makeInterval(0));
    writer.push(trialId, makeInterval(1));
    const flushed = writer.flush();
    unlock();
    await expect(flushed).rejects.toMatchObject({ code: 'TRIAL_NOT_FOUND' });
    expect(indexes(store)).toEqual([1]);
    writer.close();
  });

  it('waits for space on a full disk', async () => {
    const file = databaseFile();
    const now = () => new Date();
    const { used: database } = openStoreDatabase(file, now, (one) => one);
    const heartbeat = createHeartbeat(database, now);
    const records = recordStatements(database, now, heartbeat);
    onTestFinished(() => {
      heartbeat.stopAll();
      database.close();
    });
    records.createRun(makeRun('aaaa1111'));
    const writer = writerOf(records);
    limitPages(database, 'now');
    for (let index = 0; index < 60; index += 1) writer.push(trialId, makeInterval(index));
    const count = database.prepare('SELECT count(*) FROM intervals').pluck();
    expect(count.get()).toBeLessThan(60);
    const flushed = writer.flush();
    limitPages(database, 'none');
    await flushed;
    const positions = database.prepare('SELECT position FROM intervals ORDER BY key').pluck();
    expect(positions.all()).toEqual(Array.from({ length: 60 }, (_none, index) => index));
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    writer.close();
  });
});

/** Keeps the database from growing, as a full disk would. */
function limitPages(database: Database, limit: 'now' | 'none'): void {
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${limit === 'now' ? pages : 1_000_000}`);
}
