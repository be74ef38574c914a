import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { type SummaryRow, summaryColumns, toSummary } from './summaries.ts';

/** Columns covered by each checksum. User input on a run has none. */
const covered = {
  run: [
    'id',
    'status',
    'started_at',
    'ended_at',
    'cells',
    'trials_planned',
    'trials_done',
    'protocols',
    'verdict',
  ],
  body: ['id', 'warnings', 'environment', 'experiment'],
  trial: ['id', 'position', 'status', 'started_at', 'verdict', 'planned', 'result'],
  interval: ['position', 'facts', 'latency', 'service', 'lag'],
} as const;
export type Checked = keyof typeof covered;

const places: Record<Checked, { readonly table: string; readonly column: string }> = {
  run: { table: 'runs', column: 'checksum' },
  body: { table: 'runs', column: 'body_checksum' },
  trial: { table: 'trials', column: 'checksum' },
  interval: { table: 'intervals', column: 'checksum' },
};

const expected = (what: Checked, row: string) =>
  `row_checksum(${covered[what].map((column) => `${row}.${column}`).join(', ')})`;

/** An SQL expression: 1 when a row is intact, 0 when it is damaged, NULL when it has no checksum. */
export function intact(what: Checked): string {
  const { table, column } = places[what];
  return `(${table}.${column} = ${expected(what, table)})`;
}

/** CRC-32 of the values of a row, each with its type and length. */
function rowChecksum(...values: unknown[]): number {
  return values.reduce<number>((sum, value) => {
    const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
    return crc32(bytes, crc32(`${typeof value} ${bytes.length} `, sum));
  }, 0);
}

/** Value of `intact` for a row with all of its columns. */
export function rowState(what: Checked, row: Readonly<Record<string, unknown>>): 0 | 1 | null {
  const stored = row[places[what].column] ?? null;
  if (stored === null) return null;
  return stored === rowChecksum(...covered[what].map((column) => row[column])) ? 1 : 0;
}

/**
 * Adds a checksum to every row that this connection writes, and finds the runs whose line in the history is damaged:
 * `damaged_runs` has their keys.
 * @returns a sentence for each of them.
 */
export function addRowChecks(database: Database): string[] {
  database.function('row_checksum', { deterministic: true, varargs: true }, rowChecksum);
  database.exec(`
    ${trigger('run', 'AFTER INSERT')}
    ${trigger('run', `AFTER UPDATE OF ${covered.run.join(', ')}`)}
    ${trigger('body', 'AFTER INSERT')}
    ${trigger('body', `AFTER UPDATE OF ${covered.body.join(', ')}`)}
    ${trigger('trial', 'AFTER INSERT')}
    ${trigger('trial', `AFTER UPDATE OF ${covered.trial.join(', ')}`)}
    ${trigger('interval', 'AFTER INSERT')}
    CREATE TEMP TABLE damaged_runs (key INTEGER PRIMARY KEY);`);
  const rows = database.prepare<[], SummaryRow & { key: number; intact: number | null }>(
    `SELECT ${summaryColumns}, key, ${intact('run')} AS intact FROM runs`,
  );
  const note = database.prepare<[number]>('INSERT INTO damaged_runs VALUES (?)');
  return rows.all().flatMap(({ key, intact: state, ...row }) => {
    if (isShowable(row, state)) return [];
    note.run(key);
    return `The record of run ${row.id} is damaged, so the history does not show it; “wirebench doctor” saves what can be saved.`;
  });
}

/** Rows without a checksum at least match the schema. */
function isShowable(row: SummaryRow, state: number | null): boolean {
  if (state !== null) return state === 1;
  try {
    toSummary(row);
    return true;
  } catch {
    return false;
  }
}

function trigger(what: Checked, when: string): string {
  const { table, column } = places[what];
  const name = `${what}_${when.startsWith('AFTER INSERT') ? 'added' : 'changed'}`;
  return `
    CREATE TEMP TRIGGER ${name} ${when} ON main.${table} BEGIN
      UPDATE ${table} SET ${column} = ${expected(what, 'NEW')} WHERE key = NEW.key;
    END;`;
}
