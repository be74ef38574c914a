import { parse } from 'yaml';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { withLevel } from '../../engine/report/finding/contests.ts';
import { comparableOnly } from './plain-same-work.ts';
import {
  geometricMean,
  holding,
  mean,
  type PlainRatio,
  plainPaired,
  plainRatio,
} from './plain-statistics.ts';

/** The pairs of cells that a finding may mention, compared again with plain arithmetic. */

export interface Entrant {
  readonly cell: Cell;
  readonly label: string;
  readonly values: readonly number[];
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly repetition: number;
  readonly value: number;
}

/** Two cells that differ in one factor. */
export interface Pair {
  readonly factor: FactorName;
  readonly level: number | null;
  readonly baseline: Entrant;
  readonly other: Entrant;
  /** Set after construction, since it may depend on the number of pairs. */
  ratio: PlainRatio | null;
  /** Whether it differs, corrected for all pairs of the run that differ in the same factor. */
  certain: boolean;
  /** Whether it certainly does not differ by more than the margin; only repetitions until decided tell. */
  alike: boolean;
  /** Pairs with a ratio that the correction covers. */
  tests: number;
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
  return samplesOf(document, cell).map(({ value }) => value);
}

function samplesOf(document: ResultDocument, cell: Cell): Sample[] {
  const metric = metricOf(document);
  const own = completedOf(document).filter((one) => describeCell(one.cell) === describeCell(cell));
  const figuresOf = (trial: TrialResult): number[] => {
    if (metric === 'throughput') return [trial.throughputRps];
    if (metric === 'searched') {
      if (trial.search?.of === 'rate')
        return trial.search.level === null ? [] : [trial.search.level];
      const last = trial.rounds.find(({ index }) => index === trial.headlineRound);
      return last && last.missed === undefined ? [last.throughputRps] : [];
    }
    if (metric === 'peak') {
      const found = document.analysis.saturation.find(({ trialId }) => trialId === trial.id);
      return found ? [Math.max(...found.curve.map(({ throughputRps }) => throughputRps))] : [];
    }
    return trial.requests.ok > 0 ? [trial.latencyMs[metric]] : [];
  };
  return own.flatMap((trial) =>
    figuresOf(trial).map((value) => ({ repetition: trial.repetition, value })),
  );
}

/** The margin of repetitions until decided; null where their number was fixed. */
function marginOf({ run: { experiment } }: ResultDocument): number | null {
  const { repetitions } = (parse(experiment) ?? {}) as { repetitions?: unknown };
  if (repetitions === 'decided') return 0.05;
  if (typeof repetitions !== 'object' || repetitions === null) return null;
  const { margin = '5%' } = repetitions as { margin?: string };
  return Number(margin.replace('%', '')) / 100;
}

/** Share of the requests of each cell that failed, in percent; of the best or last level of a load through levels. */
export function failures(document: ResultDocument): { cell: Cell; percent: number }[] {
  return document.analysis.cells.map(({ cell }) => {
    const own = completedOf(document).filter(
      (one) => describeCell(one.cell) === describeCell(cell),
    );
    const counts = own.map((trial) => {
      const best = Math.max(...trial.rounds.map(({ throughputRps }) => throughputRps));
      const meant = trial.rounds.find(({ index, throughputRps }) =>
        trial.headlineRound === null ? throughputRps === best : index === trial.headlineRound,
      );
      return meant ?? trial.requests;
    });
    const failed = counts.reduce((sum, one) => sum + one.failed, 0);
    const all = counts.reduce((sum, one) => sum + one.ok + one.failed, 0);
    return { cell, percent: all === 0 ? 0 : (100 * failed) / all };
  });
}

export const isFailing = ({ percent }: { readonly percent: number }) => percent > 1;

/** Groups of cells that differ in one factor only, at each level, the highest first. */
function groupsOf(document: ResultDocument, factor: FactorName): Group[] {
  const cells = failures(document).flatMap((one) => (isFailing(one) ? [] : [one.cell]));
  const others = (cell: Cell, but: readonly FactorName[]) =>
    JSON.stringify(factorNames.map((name) => (but.includes(name) ? null : (cell[name] ?? null))));
  return [...Map.groupBy(cells, (cell) => others(cell, [factor])).values()]
    .filter((own) => own.length > 1)
    .map((own): Group => {
      const entrants = own.map((cell): Entrant => {
        const protocol = protocolFacts[cell.protocol].label;
        const label = factor === 'protocol' ? protocol : `${protocol} ${withLevel(factor, cell)}`;
        const samples = samplesOf(document, cell);
        return { cell, label, samples, values: samples.map(({ value }) => value) };
      });
      const [first] = own;
      const level = first ? levelOf(first) : null;
      const pairs = entrants.flatMap((baseline, at) =>
        entrants.slice(at + 1).map((other): Pair => {
          const undecided = { ratio: null, certain: false, alike: false, tests: 0 };
          return { factor, level, baseline, other, ...undecided };
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
  /** Those of the headline as they were before cells that did other work were left out. */
  readonly all: readonly Group[];
}

const readings = new WeakMap<ResultDocument, Reading>();

export function readingOf(document: ResultDocument): Reading {
  const reading = readings.get(document) ?? read(document);
  readings.set(document, reading);
  return reading;
}

/** All pairs that a finding may mention; those of a factor are tested together at all levels. */
function read(document: ResultDocument): Reading {
  const { factors = {} } = (parse(document.run.experiment) ?? {}) as { factors?: object };
  const written = Object.keys(factors);
  const varied = [...factorNames]
    .sort((a, b) => written.indexOf(a) - written.indexOf(b))
    .filter(
      (name) =>
        !['users', 'rate'].includes(name) &&
        new Set(document.trials.map(({ cell }) => String(cell[name] ?? ''))).size > 1,
    );
  const [first, second] = varied.length === 1 ? varied : varied.filter((name) => name !== 'shape');
  const own = first ? groupsOf(document, first) : [];
  const level = own[0]?.level ?? null;
  const isTop = (group: Group) => group.level === level;
  const ofSecond = second && own.length > 0 ? groupsOf(document, second) : [];
  const more = ofSecond.filter(isTop);
  for (const groups of [own, ofSecond]) {
    judge(
      groups.flatMap(({ pairs }) => pairs),
      marginOf(document),
    );
  }
  const comparable = (groups: readonly Group[]) =>
    groups
      .map((group) => comparableOnly(document, group))
      .filter(({ entrants }) => entrants.length > 1);
  return {
    metric: metricOf(document),
    headline: comparable(own.filter(isTop)),
    elsewhere: comparable(own.filter((group) => !isTop(group))),
    second: comparable(more),
    all: own.filter(isTop),
  };
}

/** Tests all pairs of a factor together: Holm for a fixed number of repetitions, otherwise Bonferroni. */
function judge(all: readonly Pair[], margin: number | null): void {
  for (const pair of all) {
    const { baseline, other } = pair;
    pair.ratio =
      margin === null
        ? plainRatio(other.values, baseline.values)
        : plainPaired(sameRepetitions(pair), all.length);
  }
  const family = all.filter(({ ratio }) => ratio);
  const held = holding(family.map(({ ratio }) => ratio?.p ?? 1));
  for (const [at, pair] of family.entries()) {
    const { low, high } = pair.ratio ?? { low: 0, high: Number.POSITIVE_INFINITY };
    pair.tests = family.length;
    pair.alike = margin !== null && low * (1 + margin) >= 1 && high <= 1 + margin;
    pair.certain = isClear(pair) && !pair.alike && (margin !== null || held[at] === true);
  }
}

function sameRepetitions({ baseline, other }: Pair): (readonly [number, number])[] {
  return baseline.samples.flatMap(({ repetition, value }) => {
    const beside = other.samples.find((one) => one.repetition === repetition);
    return beside ? [[value, beside.value] as const] : [];
  });
}

export const isClear = ({ ratio }: Pair) => ratio !== null && (ratio.low > 1 || ratio.high < 1);

/** The sign of what is better. */
const signOf = (metric: Metric) => (metric === 'p50' || metric === 'p95' ? -1 : 1);

/** How many times better one of a pair is than the other, with its interval where it has one. */
export function advantageOf(pair: Pair, best: Entrant, metric: Metric) {
  const { baseline, other, ratio } = pair;
  const plain = ratio?.times ?? geometricMean(other.values) / geometricMean(baseline.values);
  const isOther = best === other;
  const power = isOther === (signOf(metric) === 1) ? 1 : -1;
  const ends = ratio ? [ratio.low ** power, ratio.high ** power].sort((a, b) => a - b) : [];
  return { times: plain ** power, low: ends[0], high: ends[1] };
}

/** The entrants with a value, the best first, and those of them that are not significantly worse than the best. */
export function standing({ entrants, pairs }: Group, metric: Metric) {
  const logOf = ({ values }: Entrant) => mean(values.map(Math.log));
  const ranked = entrants
    .filter(({ values }) => values.length > 0 && values.every((one) => one > 0))
    .sort((a, b) => signOf(metric) * (logOf(b) - logOf(a)));
  const pairOf = (one: Entrant, two: Entrant | undefined) =>
    pairs.find(({ baseline, other }) =>
      [baseline, other].every((side) => [one, two].includes(side)),
    );
  const beats = (one: Entrant, two: Entrant) => {
    const pair = pairOf(one, two);
    return pair?.certain === true && advantageOf(pair, one, metric).times > 1;
  };
  // Where cells have unequal repetitions, only those that two share say which is better.
  const best = ranked.reduce<Entrant | undefined>(
    (sofar, one) => (sofar === undefined || beats(one, sofar) ? one : sofar),
    undefined,
  );
  const others = ranked.flatMap((one) => {
    const pair = one === best ? undefined : pairOf(one, best);
    return pair ? [{ one, pair }] : [];
  });
  const leaders = ranked.filter((one) => one === best || !best || !beats(best, one));
  const judged = others.every(({ pair }) => pair.ratio);
  const alike = others.filter(({ pair }) => pair.alike);
  return { ranked, best, others, leaders, judged, alike, decided: leaders.length < ranked.length };
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
