import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeInterval, makeRun } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { schemaVersion } from './migrations.ts';
import { openStore } from './store.ts';

const now = () => new Date('2026-03-01T10:00:00.123Z');
const stamp = '2026-03-01T10-00-00';

const open = (file: string) => openedStore(file, { now });

function filledDatabase(): string {
  const file = databaseFile();
  const store = openStore(file);
  store.createRun(makeRun('aaaa1111', 1));
  for (let index = 0; index < 200; index += 1) {
    store.appendInterval('aaaa1111-trial-0', makeInterval(index));
  }
  store.close();
  return file;
}

describe.skipIf(process.platform === 'win32')('the rights of a database', () => {
  const rights = (file: string) =>
    readdirSync(dirname(file)).map((name) => statSync(join(dirname(file), name)).mode & 0o777);

  it('are limited to its owner, also those of its log', () => {
    const file = databaseFile();
    open(file);
    expect(rights(file)).toEqual([0o600, 0o600, 0o600]);
  });

  it('are withdrawn from others, also for databases set aside', () => {
    const file = filledDatabase();
    writeFileSync(`${file}.damaged-${stamp}`, '', { mode: 0o644 });
    chmodSync(file, 0o644);
    open(file);
    expect(new Set(rights(file))).toEqual(new Set([0o600]));
  });
});

describe('opening the database', () => {
  const words = Buffer.from('not a database at all, but something a person may want back');
  it.each<[string, (file: string) => Buffer]>([
    ['random bytes', () => words],
    ['with an overwritten page', (file) => readFileSync(file).fill(0xa5, 4096, 8192)],
    [
      'with a page deep inside overwritten',
      (file) => {
        const content = readFileSync(file);
        const page = Math.floor(content.length / 4096 / 2) * 4096;
        return content.fill(0x5a, page, page + 4096);
      },
    ],
    ['cut short', (file) => readFileSync(file).subarray(0, 5 * 4096)],
  ])('sets a database aside and begins a new one: %s', (_what, damage) => {
    const file = filledDatabase();
    const content = damage(file);
    writeFileSync(file, content);
    const aside = `${file}.damaged-${stamp}`;
    const store = open(file);
    expect(store.notices).toEqual([expect.stringContaining(aside)]);
    expect(store.listRuns(10)).toEqual([]);
    expect(readFileSync(aside).equals(content)).toBe(true);
  });

  it('sets a newer database aside, with its write-ahead log', () => {
    const file = filledDatabase();
    const newer = new BetterSqlite(file);
    newer.pragma('journal_mode = WAL');
    newer.pragma(`user_version = ${schemaVersion + 1}`);
    onTestFinished(() => void newer.close());
    const store = open(file);
    const aside = `${file}.newer-${stamp}`;
    expect(store.notices[0]).toContain('was written by a newer Wirebench');
    expect(store.notices[0]).toContain(aside);
    expect(existsSync(`${aside}-wal`)).toBe(true);
    const kept = new BetterSqlite(aside);
    onTestFinished(() => void kept.close());
    expect(kept.pragma('user_version', { simple: true })).toBe(schemaVersion + 1);
    expect(kept.prepare('SELECT count(*) FROM intervals').pluck().get()).toBe(200);
  });

  it('never reuses the name of a database set aside before', () => {
    const file = databaseFile();
    for (const content of ['first damage', 'second damage']) {
      writeFileSync(file, content.padEnd(200, '.'));
      openStore(file, { now }).close();
    }
    const kept = readdirSync(join(file, '..')).filter((name) => name.includes('damaged'));
    const name = `${basename(file)}.damaged-${stamp}`;
    expect(kept.sort()).toEqual([name, `${name}-2`]);
  });

  it('does not touch the database of another program', () => {
    const file = join(temporaryFolder(), 'theirs.db');
    const theirs = new BetterSqlite(file);
    theirs.exec('CREATE TABLE precious (a)');
    theirs.close();
    const before = readFileSync(file);
    expect(() => openStore(file)).toThrow(/theirs\.db belongs to another program/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('treats an empty file as a new database', () => {
    const file = databaseFile();
    writeFileSync(file, '');
    expect(open(file).notices).toEqual([]);
    expect(statSync(file).size).toBeGreaterThan(0);
  });

  it('says which path cannot be written', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'taken.db'));
    writeFileSync(join(folder, 'file'), 'x');
    for (const path of [join(folder, 'taken.db'), join(folder, 'file', 'wirebench.db')]) {
      const failure = expect.objectContaining({
        code: 'STORE_WRITE_FAILED',
        message: expect.stringContaining(path),
      });
      expect(() => openStore(path)).toThrow(failure);
    }
  });
});
