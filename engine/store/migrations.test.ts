import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeInterval, makeResult } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { databaseMigrations, migrateDatabase, readVersion, schemaVersion } from './migrations.ts';

/** Dumps of databases as each released version left them, named `version-N.sql`. */
const dumps = join(import.meta.dirname, '../../fixtures/databases');

function memoryDatabase(): Database {
  const database = new BetterSqlite(':memory:');
  onTestFinished(() => void database.close());
  return database;
}

function schemaOf(database: Database): unknown[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
}

function fileFromDump(version: number): string {
  const file = databaseFile();
  const database = new BetterSqlite(file);
  database.exec(readFileSync(join(dumps, `version-${version}.sql`), 'utf8'));
  database.close();
  return file;
}

describe('migrations', () => {
  const released = Array.from({ length: schemaVersion }, (_none, index) => index + 1);

  it('are tested with a dump of each version', () => {
    const wanted = released.map((version) => `version-${version}.sql`);
    expect(readdirSync(dumps).sort()).toEqual(wanted.sort());
  });

  it.each(released)('carry over everything from version %d', (version) => {
    const store = openedStore(fileFromDump(version));
    const kept = version < schemaVersion ? [expect.stringContaining(`version-${version}-`)] : [];
    expect(store.notices).toEqual(kept);
    expect(store.listRuns(10)).toMatchObject([{ id: 'aaaa1111', status: 'completed' }]);
    expect(store.runHead('aaaa1111').badCells).toEqual([]);
    expect(store.trialResults('aaaa1111')).toEqual([makeResult('aaaa1111-trial-0')]);
    expect(store.intervals('aaaa1111-trial-0')).toEqual([makeInterval(0), makeInterval(1)]);
    store.confirmHost('api.example');
    expect(store.confirmedHosts()).toContain('api.example');
  });

  it('keep tags, notes and annotations of a run in version 4', () => {
    const store = openedStore(fileFromDump(4));
    expect(store.listRuns(1)).toMatchObject([
      { tags: ['paper', 'lab 2'], note: 'Fan on\nDoor shut', pinned: true, imported: false },
    ]);
    expect(store.annotations('aaaa1111')).toMatchObject([
      { id: 'mark-1', trialIndex: null, atSeconds: 2.5, text: 'Backup began' },
      { id: 'mark-2', trialIndex: 0, atSeconds: 1.25, text: 'Window opened' },
    ]);
  });

  it('keep the files of a run in version 5', () => {
    const store = openedStore(fileFromDump(5));
    expect(store.keptFiles('aaaa1111')).toMatchObject([{ path: 'data/orders.csv', bytes: 5 }]);
  });

  it.each(released)('lead from version %d to the same tables as a fresh start', (version) => {
    const fresh = memoryDatabase();
    migrateDatabase(fresh);
    const old = memoryDatabase();
    old.exec(readFileSync(join(dumps, `version-${version}.sql`), 'utf8'));
    expect(readVersion(old)).toBe(version);
    migrateDatabase(old);
    expect(schemaOf(old)).toEqual(schemaOf(fresh));
    expect(readVersion(old)).toBe(schemaVersion);
  });

  it('do nothing twice, and leave version and tables unchanged when a step fails', () => {
    const database = memoryDatabase();
    migrateDatabase(database);
    migrateDatabase(database);
    expect(readVersion(database)).toBe(schemaVersion);
    const before = schemaOf(database);
    const broken = { adds: 'nothing', sql: 'CREATE TABLE extra (a); CREATE TABLE runs (a);' };
    expect(() => migrateDatabase(database, [...databaseMigrations, broken])).toThrow(
      'already exists',
    );
    expect(schemaOf(database)).toEqual(before);
    expect(readVersion(database)).toBe(schemaVersion);
  });
});
