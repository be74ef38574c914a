import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { WirebenchError } from '../../../contracts/errors.ts';
import { historyQuerySchema } from '../../../contracts/history.ts';
import type { RunFileTrial } from '../../../contracts/run-file.ts';
import { settingsSchema } from '../../../contracts/settings.ts';
import { recoverInterrupted } from '../../../engine/run/recovery.ts';
import { examineDatabase } from '../../../engine/store/doctor.ts';
import { openStore, type Store } from '../../../engine/store/store.ts';
import { makeInterval } from '../../support/records.ts';
import { makeFileRun, makeFileTrial, storeRun } from '../../support/run-files.ts';
import type { CaseOutcome, Target } from './target.ts';

const ids = ['run-1', 'run-2'];

/** A trial with an identifier of its own. */
export function ownTrial(id: string, index: number, part: Partial<RunFileTrial> = {}) {
  const trial = makeFileTrial(index, part);
  return { ...trial, id, result: trial.result && { ...trial.result, id } };
}

/** @param ok requests of each second. */
function fill(file: string, ok: number): void {
  const store = openStore(file);
  for (const id of ids) {
    const intervals = [makeInterval(0, { ok }), makeInterval(1, { ok })];
    const trials = [0, 1].map((index) => ownTrial(`${id}-${index}`, index, { intervals }));
    storeRun(store, makeFileRun({ id, trials }));
  }
  store.changeSettings({ scheme: 'dark' });
  store.close();
}

/** The results of a run, as every view gets them. */
function shown(store: Store, runId: string): string {
  const { experiment, environment, warnings, startedAt, status } = store.runHead(runId);
  const trials = store.trialResults(runId);
  const seconds = trials.map(({ id }) => store.intervals(id));
  return JSON.stringify({ experiment, environment, warnings, startedAt, status, trials, seconds });
}

/** The shown data, or the code of the error that explains why there is none. */
function attempt(work: () => string): { shown: string } | { code: string } {
  try {
    return { shown: work() };
  } catch (error) {
    if (error instanceof WirebenchError && error.code !== 'INTERNAL') return { code: error.code };
    throw error;
  }
}

function removeAll(folder: string, name: string): void {
  for (const one of readdirSync(folder)) {
    if (one.startsWith(name)) rmSync(join(folder, one), { recursive: true, force: true });
  }
}

/** A damaged database is never shown with wrong results, and never lost silently. */
function readDatabase(file: string, expected: ReadonlyMap<string, string>): CaseOutcome {
  const store = openStore(file);
  try {
    recoverInterrupted(store);
    store.listRuns(10);
    store.settings();
    store.searchRuns(historyQuerySchema.parse({ text: 'example' }));
    let outcome: CaseOutcome = store.notices.length > 0 ? 'reported' : 'unharmed';
    for (const [id, whole] of expected) {
      const read = attempt(() => shown(store, id));
      if ('shown' in read && read.shown === whole) continue;
      const isReported =
        store.notices.length > 0 || ('code' in read && read.code === 'STORE_CORRUPT');
      if ('shown' in read || !isReported) return 'broken';
      outcome = 'reported';
    }
    return outcome;
  } finally {
    store.close();
  }
}

export const databaseTarget: Target = {
  what: 'databases',
  weight: 3,
  prepare: async (folder) => {
    const original = join(folder, 'original.db');
    fill(original, 3);
    const other = join(folder, 'other.db');
    fill(other, 4);
    const otherBytes = readFileSync(other);
    const sound = openStore(original);
    const expected = new Map(ids.map((id) => [id, shown(sound, id)]));
    sound.close();
    const file = join(folder, 'damaged.db');
    return {
      samples: [readFileSync(original)],
      isText: false,
      read: (bytes, _sample, planted) => {
        writeFileSync(file, planted ? otherBytes : bytes);
        try {
          attempt(() => String(examineDatabase(file).damage.length));
          return readDatabase(file, expected);
        } finally {
          removeAll(folder, 'damaged.db');
        }
      },
    };
  },
};

/** An unreadable setting counts as never set, and never keeps the program from starting. */
export const settingsTarget: Target = {
  what: 'settings',
  weight: 4,
  prepare: async (folder) => {
    const file = join(folder, 'settings.db');
    openStore(file).close();
    const store = openStore(file);
    const writer = new BetterSqlite(file);
    writer.pragma('synchronous = OFF');
    const put = writer.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
    const plain: Record<string, unknown> = { ...store.settings() };
    const names = Object.keys(plain);
    const written = (name: string) => JSON.stringify(plain[name]) ?? 'null';
    return {
      samples: names.map((name) => Buffer.from(written(name))),
      isText: true,
      read: (bytes, sample) => {
        const name = names[sample] ?? '';
        put.run(name, bytes.toString('utf8'));
        const read = store.settings();
        writer.exec('DELETE FROM settings');
        if (!settingsSchema.safeParse(read).success) return 'broken';
        return JSON.stringify(read) === JSON.stringify(plain) ? 'unharmed' : 'reported';
      },
    };
  },
};
