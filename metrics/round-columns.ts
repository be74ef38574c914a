import type { LatencySummary, Round } from '../contracts/measurement.ts';
import type { LevelUnit, RoundKind } from '../contracts/words.ts';
import { type Column, numbers } from './columns.ts';
import {
  formatCount,
  formatWholeSeconds,
  groupDigits,
  joinSentences,
  threeDigits,
} from './format.ts';
import { levelDigits, levelWords } from './levels.ts';
import { warmUpColumn } from './warm-up.ts';

export type RoundColumn = Column<Round>;

const kindWords: Record<RoundKind, string> = {
  ramp: 'second',
  step: 'step',
  stage: 'stage',
  look: 'first look',
  discovery: 'discovery',
  probe: 'probe',
  final: 'final round',
};

/** The unit of the levels of the rounds of one load. */
export function roundsUnit(rounds: readonly Pick<Round, 'rate' | 'kind'>[]): LevelUnit {
  return rounds.some(({ rate, kind }) => rate !== null || kind === 'look') ? 'rate' : 'users';
}

/** The level of a round, averaged over its window; null if unknown. */
export function roundLevel({
  kind,
  users,
  rate,
}: Pick<Round, 'kind' | 'users' | 'rate'>): number | null {
  // The first look of a search for a rate has users, which are named in its outcome.
  return kind === 'look' ? null : (rate ?? users);
}

/** A level that may be an average, without its unit: integer from ten on, otherwise one decimal. */
export function roundLevelDigits(level: number | null): string {
  if (level === null) return '–';
  return levelDigits(level >= 10 ? Math.round(level) : Math.round(level * 10) / 10);
}

/** A round by its kind and number, which people count from 1: `step 3`, `final round`. */
export function roundName({ kind, index }: Pick<Round, 'kind' | 'index'>): string {
  return kind === 'final' || kind === 'look' ? kindWords[kind] : `${kindWords[kind]} ${index + 1}`;
}

/** The 95th percentile of a round in milliseconds; null if nothing succeeded. */
export function roundP95({ ok, latencyMs }: Round): number | null {
  return ok > 0 ? latencyMs.p95 : null;
}

/** Remarks on a round: its conclusion, and its failed and dropped requests. */
export function roundRemarks({ outcome, failed, dropped }: Round): string[] {
  return [
    ...(failed > 0 ? [`${levelDigits(failed)} failed`] : []),
    ...(dropped > 0 ? [`${levelDigits(dropped)} dropped`] : []),
    ...(outcome === '' ? [] : [outcome]),
  ];
}

type Unnamed = Omit<RoundColumn, 'id'>;

const number = numbers<Round>;
const oneDecimal = (value: number | null) => groupDigits(value, 1);

const latency = (name: keyof LatencySummary, header: string): Unnamed =>
  number(header, 'ms', ({ ok, latencyMs }) => (ok > 0 ? latencyMs[name] : null), threeDigits);

/** All columns of a round except its level, whose name and unit depend on the load. */
const columns = {
  round: { header: 'Round', value: ({ index }: Round) => index + 1, text: roundName },
  index: number('Round', null, ({ index }) => index + 1, formatCount),
  kind: { header: 'Kind', value: ({ kind }: Round) => kind },
  throughput: number('Throughput', 'req/s', (round) => round.throughputRps, threeDigits, 'req/s'),
  mean: latency('mean', 'Mean'),
  p50: latency('p50', 'p50'),
  p95: latency('p95', 'p95'),
  p99: latency('p99', 'p99'),
  max: latency('max', 'Max'),
  ok: number('Succeeded', null, ({ ok }) => ok, formatCount, 'ok'),
  failed: number('Failed', null, ({ failed }) => failed, formatCount, 'errors'),
  dropped: number('Dropped', null, ({ dropped }) => dropped, formatCount),
  health: { header: 'Health', short: 'trust', value: ({ verdict }: Round) => verdict },
  reasons: { header: 'Reasons', value: ({ reasons }: Round) => joinSentences(reasons) },
  outcome: { header: 'Outcome', value: ({ outcome }: Round) => outcome },
  remarks: { header: 'Remarks', value: (round: Round) => roundRemarks(round).join('; ') },
  start: number('Start', 's', ({ startSeconds }) => startSeconds, oneDecimal),
  from: number('From', null, ({ startSeconds }) => startSeconds, formatWholeSeconds),
  warmUp: warmUpColumn(({ warmUp }: Round) => warmUp),
  window: number('Window', 's', ({ seconds }) => seconds, oneDecimal),
} satisfies Record<string, Unnamed>;

export type RoundColumnId = keyof typeof columns | 'level';

function levelColumn(rounds: readonly Round[]): RoundColumn {
  const unit = roundsUnit(rounds);
  const { header } = levelWords(unit);
  const [name, short] = unit === 'rate' ? ['req/s', 'rate/s'] : [null, 'users'];
  return { id: 'level', ...number(header, name, roundLevel, roundLevelDigits, short) };
}

/** Columns of rounds by name. @param rounds all of the same load. */
export function roundColumns(
  rounds: readonly Round[],
  ids: readonly RoundColumnId[],
): RoundColumn[] {
  return ids.map((id) => (id === 'level' ? levelColumn(rounds) : { id, ...columns[id] }));
}
