import BetterSqlite from 'better-sqlite3';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { RunFileRun } from '../../contracts/run-file.ts';
import { protocols } from '../../contracts/words.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { openStore } from '../../engine/store/store.ts';
import { makeCell, makeInterval, makeResult } from './records.ts';
import { makeFileRun, makeFileTrial, storeRun } from './run-files.ts';

/** A realistic run: the text of a built-in study, nine cells, a few intervals each. */
function typicalRun(): RunFileRun {
  const cells = protocols.flatMap((protocol) =>
    [10, 50, 100].map((users) => makeCell({ protocol, users })),
  );
  const trials = cells.map((cell, index) => {
    const id = `trial-${index}`;
    const planned = { index, cell, repetition: 1 };
    const intervals = Array.from({ length: 3 }, (_none, second) => makeInterval(second));
    return makeFileTrial(index, { id, planned, result: makeResult(id, planned), intervals });
  });
  const experiment = builtInExperiments().find(({ id }) => id === 'steps-ladder')?.text ?? '';
  return makeFileRun({
    status: 'completed',
    tags: [],
    note: '',
    annotations: [],
    experiment,
    trials,
  });
}

const names = ['First look', 'Payload sizes', 'TLS tax', 'gRPC vs REST', 'Users 10–200'];
const tags = ['[]', '["paper"]', '[]', '["lab 2","night"]', '[]', '["paper","night"]', '[]'];
const notes = ['', '', 'The fan was at full speed, door shut.', ''];
const statuses = ['completed', 'completed', 'failed', 'completed', 'stopped', 'interrupted'];
const verdicts = ['ok', 'ok', 'ok', 'suspect', 'client-bound'];

const pick = (values: readonly string[], index: number) => values[index % values.length] ?? '';

/**
 * Fills a database with this many finished runs, an hour apart, the newest an hour old. All have
 * the trials and intervals of one real run; names, states, tags and notes alternate.
 */
export function seedRuns(file: string, count: number): void {
  const store = openStore(file);
  const run = typicalRun();
  storeRun(store, run);
  store.close();
  const database = new BetterSqlite(file);
  try {
    database.transaction(() => copyRuns(database, run, count))();
  } finally {
    database.close();
  }
}

function copyRuns(database: BetterSqlite.Database, run: RunFileRun, count: number): void {
  const [key] = database.prepare<[], number>('SELECT key FROM runs').pluck().all();
  const addRun = database.prepare(`
    INSERT INTO runs SELECT NULL, 'seeded-' || $n, $name, $status, $started, $ended, NULL, $cells,
      trials_planned, trials_done, $protocols, $verdict, 0, NULL, heartbeat_at, warnings,
      environment, experiment, $tags, $note, 0, NULL, NULL, NULL
    FROM runs WHERE key = ${key}`);
  const addTrials = database.prepare(`
    INSERT INTO trials SELECT NULL, 'seeded-' || $n || '-' || position, $run, position, status,
      started_at, verdict, planned, replace(result, '"id":"trial-', '"id":"seeded-' || $n || '-'), NULL
    FROM trials WHERE run_key = ${key}`);
  const addIntervals = database.prepare(`
    INSERT INTO intervals SELECT NULL, copy.key, intervals.position, committed_at, facts, latency,
      service, lag, intervals.checksum
    FROM trials AS copy JOIN trials AS first ON first.run_key = ${key}
      AND first.position = copy.position
    JOIN intervals ON trial_key = first.key WHERE copy.run_key = $run`);
  const now = Date.now();
  const cells = new Set(run.trials.map(({ planned }) => describeCell(planned.cell))).size;
  for (let n = 0; n < count; n += 1) {
    const ended = now - (n + 1) * 3_600_000;
    const { lastInsertRowid } = addRun.run({
      n: String(n),
      name: `${pick(names, n)} ${n}`,
      status: pick(statuses, n),
      started: new Date(ended - 754_000).toISOString(),
      ended: new Date(ended).toISOString(),
      cells,
      protocols: JSON.stringify(n % 4 === 3 ? ['grpc'] : protocols),
      verdict: pick(verdicts, n),
      tags: pick(tags, n),
      note: pick(notes, n),
    });
    addTrials.run({ n: String(n), run: lastInsertRowid });
    addIntervals.run({ run: lastInsertRowid });
  }
  database.pragma('foreign_keys = ON');
  database.prepare('DELETE FROM runs WHERE key = ?').run(key);
}
