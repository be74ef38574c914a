import type { Database } from 'better-sqlite3';
import type {
  HistoryFilter,
  HistoryPage,
  HistoryQuery,
  HistorySort,
} from '../../contracts/history.ts';
import { type SummaryRow, summaryColumns, toSummary } from './summaries.ts';

const plain = /^[\0-\x7f]*$/;

/** A text normalised for search: without capitals and accents. */
function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of a search, folded, each once. */
function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(/\s+/).filter(Boolean))];
}

type Value = string | number;

/** A part of a WHERE clause with the values of its placeholders. */
interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Searched text: everything in a line of the history. */
const haystack = `search_fold(name || char(10) || note || char(10) || tags || char(10) || id ||
  char(10) || protocols || char(10) || status || char(10) || verdict ||
  iif(imported_at IS NULL, '', char(10) || 'imported'))`;

const seconds = '(julianday(ended_at) - julianday(started_at))';

/** Sort key of each order; @see {@link HistorySort}. Runs without a value come last. */
const sortKeys: Record<HistorySort, string> = {
  started: 'started_at',
  name: 'search_fold(name)',
  duration: seconds,
  status: 'status',
  cells: 'cells',
  trials: 'trials_done',
  verdict: `CASE verdict WHEN 'ok' THEN 0 WHEN 'suspect' THEN 1 ELSE 2 END`,
};

/** Searches runs by their own data and by the user's input on them. */
export function searchStatements(database: Database) {
  database.function('search_fold', { deterministic: true }, (text) => fold(String(text)));
  const total = database
    .prepare<[], number>('SELECT count(*) FROM runs WHERE removed_at IS NULL')
    .pluck();
  const tags = database.prepare<[], { tag: string; runs: number }>(`
    SELECT value AS tag, count(*) AS runs FROM runs, json_each(runs.tags)
    WHERE removed_at IS NULL AND tags <> '[]' AND runs.key NOT IN (SELECT key FROM damaged_runs)
    GROUP BY value COLLATE NOCASE ORDER BY runs DESC, value COLLATE NOCASE`);
  return {
    searchRuns: database.transaction((query: HistoryQuery): HistoryPage => {
      const { sql, values } = conditionOf(query);
      const matching = database
        .prepare<Value[], number>(`SELECT count(*) FROM runs WHERE ${sql}`)
        .pluck()
        .get(...values);
      const page = database.prepare<Value[], SummaryRow>(`
        SELECT ${summaryColumns} FROM runs WHERE ${sql}
        ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`);
      return {
        runs: page.all(...values, query.limit, query.offset).map(toSummary),
        matching: matching ?? 0,
        total: total.get() ?? 0,
        tags: tags.all(),
      };
    }),
  };
}

function orderOf({ sort, descending }: HistoryQuery): string {
  const key = sortKeys[sort];
  const direction = descending ? 'DESC' : 'ASC';
  return `pinned DESC, ${key} IS NULL, ${key} ${direction}, started_at DESC, key DESC`;
}

function conditionOf(filter: HistoryFilter): Condition {
  const conditions = [
    { sql: 'removed_at IS NULL AND runs.key NOT IN (SELECT key FROM damaged_runs)', values: [] },
    ...oneOf('status', filter.statuses),
    ...oneOf('verdict', filter.verdicts),
    ...protocolCondition(filter.protocols),
    ...filter.tags.map(tagCondition),
    ...since('started_at >= ?', filter.from),
    ...since('started_at < ?', filter.to),
    ...(filter.pinnedOnly ? [{ sql: 'pinned = 1', values: [] }] : []),
    ...searchWords(filter.text).map((word) => ({
      sql: `instr(${haystack}, ?) > 0`,
      values: [word],
    })),
  ];
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

const marks = (values: readonly Value[]) => values.map(() => '?').join(', ');

/** Stored times have milliseconds; one without would sort after them. */
function since(sql: string, time: string | null): Condition[] {
  return time === null ? [] : [{ sql, values: [new Date(time).toISOString()] }];
}

function oneOf(column: 'status' | 'verdict', values: readonly string[]): Condition[] {
  return values.length === 0 ? [] : [{ sql: `${column} IN (${marks(values)})`, values }];
}

function protocolCondition(values: readonly string[]): Condition[] {
  if (values.length === 0) return [];
  const sql = `EXISTS (SELECT 1 FROM json_each(runs.protocols) WHERE value IN (${marks(values)}))`;
  return [{ sql, values }];
}

function tagCondition(tag: string): Condition {
  const sql = 'EXISTS (SELECT 1 FROM json_each(runs.tags) WHERE value = ? COLLATE NOCASE)';
  return { sql, values: [tag] };
}
