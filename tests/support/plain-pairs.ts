import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { withLevel } from '../../engine/report/finding/contests.ts';
import { geometricMean, holding, type PlainRatio, plainRatio } from './plain-statistics.ts';

/** The pairs of cells that a finding may mention, compared again with plain arithmetic. */

export interface Entrant {
  readonly cell: Cell;
  readonly label: string;
  readonly values: readonly number[];
}

/** Two cells that differ in one factor. */
export interface Pair {
  readonly factor: FactorName;
  readonly level: number | null;
  readonly baseline: Entrant;
  readonly other: Entrant;
  readonly ratio: PlainRatio | null;
  /** Whether it differs, corrected for all pairs of the run that differ in the same factor. */
  certain: boolean;
}

export interface Group {
  readonly key: string;
  readonly factor: FactorName;
  readonly level: number | null;
  readonly entrants: readonly Entrant[];
  readonly pairs: readonly Pair[];
}

export const levelOf = ({ users, rate }: Cell) => users ?? rate ?? null;
const completedOf = ({ trials }: ResultDocument) =>
  trials.filter(({ status }) => status === 'completed');

export type Metric = 'throughput' | 'searched' | 'peak' | 'p50' | 'p95';

function metricOf(document: ResultDocument): Metric {
  const done = completedOf(document);
  const kinds = done.flatMap(({ rounds }) => rounds.map(({ kind }) => kind));
  if (kinds.some((kind) => kind === 'probe' || kind === 'discovery')) return 'searched';
  if (document.analysis.saturation.length > 0) return 'peak';
  if (done.some(({ plan }) => plan !== null)) return 'p50';
  const isOpen = ({ cell, rounds }: TrialResult) =>
    cell.rate !== undefined || rounds.some(({ rate }) => rate !== null);
  return done.some(isOpen) ? 'p95' : 'throughput';
}

/** A value for each trial of a cell that has one. */
export function valuesOf(document: ResultDocument, cell: Cell): number[] {
  const metric = metricOf(document);
  const own = completedOf(document).filter((one) => describeCell(one.cell) === describeCell(cell));
  return own.flatMap((trial) => {
    if (metric === 'throughput') return [trial.throughputRps];
    if (metric === 'searched') {
      const last = trial.rounds.find(({ index }) => index === trial.headlineRound);
      return last && last.missed === undefined ? [last.throughputRps] : [];
    }
    if (metric === 'peak') {
      const found = document.analysis.saturation.find(({ trialId }) => trialId === trial.id);
      return found ? [Math.max(...found.curve.map(({ throughputRps }) => throughputRps))] : [];
    }
    return trial.requests.ok > 0 ? [trial.latencyMs[metric]] : [];
  });
}

/** Groups of cells that differ in one factor only, at each level, the highest first. */
function groupsOf(document: ResultDocument, factor: FactorName): Group[] {
  const cells = document.analysis.cells.map(({ cell }) => cell);
  const others = (cell: Cell, but: readonly FactorName[]) =>
    JSON.stringify(factorNames.map((name) => (but.includes(name) ? null : (cell[name] ?? null))));
  return [...Map.groupBy(cells, (cell) => others(cell, [factor])).values()]
    .filter((own) => own.length > 1)
    .map((own): Group => {
      const entrants = own.map((cell): Entrant => {
        const protocol = protocolFacts[cell.protocol].label;
        const label = factor === 'protocol' ? protocol : `${protocol} ${withLevel(factor, cell)}`;
        return { cell, label, values: valuesOf(document, cell) };
      });
      const [first] = own;
      const level = first ? levelOf(first) : null;
      const pairs = entrants.flatMap((baseline, at) =>
        entrants.slice(at + 1).map((other): Pair => {
          const ratio = plainRatio(other.values, baseline.values);
          return { factor, level, baseline, other, ratio, certain: false };
        }),
      );
      const key = first ? others(first, [factor, 'users', 'rate']) : '';
      return { key, factor, level, entrants, pairs };
    })
    .sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
}

export interface Reading {
  readonly metric: Metric;
  readonly headline: readonly Group[];
  readonly elsewhere: readonly Group[];
  readonly second: readonly Group[];
}

const readings = new WeakMap<ResultDocument, Reading>();

export function readingOf(document: ResultDocument): Reading {
  const reading = readings.get(document) ?? read(document);
  readings.set(document, reading);
  return reading;
}

/** All pairs that a finding may mention; those of a factor are tested together at all levels. */
function read(document: ResultDocument): Reading {
  const [first, second] = factorNames.filter(
    (name) =>
      !['users', 'rate', 'shape'].includes(name) &&
      new Set(document.trials.map(({ cell }) => String(cell[name] ?? ''))).size > 1,
  );
  const own = first ? groupsOf(document, first) : [];
  const level = own[0]?.level ?? null;
  const isTop = (group: Group) => group.level === level;
  const ofSecond = second && own.length > 0 ? groupsOf(document, second) : [];
  const more = ofSecond.filter(isTop);
  for (const groups of [own, ofSecond]) {
    const family = groups.flatMap(({ pairs }) => pairs).filter(({ ratio }) => ratio);
    const held = holding(family.map(({ ratio }) => ratio?.p ?? 1));
    for (const [at, pair] of family.entries()) pair.certain = held[at] === true && isClear(pair);
  }
  return {
    metric: metricOf(document),
    headline: own.filter(isTop),
    elsewhere: own.filter((group) => !isTop(group)),
    second: more,
  };
}

export const isClear = ({ ratio }: Pair) => ratio !== null && (ratio.low > 1 || ratio.high < 1);

/** The entrants with a value, the best first, and those of them that are not significantly worse than the best. */
export function standing({ entrants, pairs }: Group, metric: Metric) {
  const better = metric === 'p50' || metric === 'p95' ? -1 : 1;
  const value = ({ values }: Entrant) => geometricMean(values);
  const ranked = entrants
    .filter(({ values }) => values.length > 0 && values.every((one) => one > 0))
    .sort((a, b) => better * (value(b) - value(a)));
  const [best] = ranked;
  const toBest = (one: Entrant) =>
    pairs.find(({ baseline, other }) =>
      [baseline, other].every((side) => [one, best].includes(side)),
    );
  const leaders = ranked.filter((one) => one === best || !toBest(one)?.certain);
  const judged = ranked.every((one) => one === best || toBest(one)?.ratio);
  return { ranked, leaders, judged, decided: leaders.length < ranked.length };
}

export const series = (names: readonly string[]) =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

/** At most three are named. */
export function labels(some: readonly Entrant[]): string {
  const names = some.map(({ label }) => label);
  return series(names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names);
}
