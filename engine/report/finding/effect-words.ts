import { protocolFacts } from '../../../contracts/protocols.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { countOf, groupDigits, inSeries } from '../../../metrics/format.ts';
import { intervalDecimals } from '../../../metrics/ratios.ts';
import {
  describeContests,
  type Judging,
  maxNamed,
  type Statement,
  timesDigits,
} from './contest-words.ts';
import { type ContestField, type ContestPair, withLevel } from './contests.ts';
import type { Measure } from './measures.ts';

/** A pair of cells that differ in a factor of two levels. */
interface Effect {
  /** Name of the cells: `REST`, `gRPC for large`. */
  readonly subject: string;
  readonly pair: ContestPair;
  /** With the level of the factor ÷ with the baseline's. */
  readonly times: number;
}

/** A factor of two levels, with its names in sentences. */
interface Cause {
  /** `TLS`, `the library client` */
  readonly name: string;
  /** Null for TLS, whose effect is a cost: `with the library client`, `with the raw client`. */
  readonly levels: readonly [other: string, baseline: string] | null;
}

/** Cost of TLS, where a field of contests only compares TLS with none; null otherwise. */
export function describeTls(field: ContestField, measure: Measure): Statement | null {
  if (field.factor !== 'tls' || causeOf(field)?.levels !== null) return null;
  const second = describeSecond(field, measure);
  return second.sentences.length > 0 ? second : null;
}

/** Effect of the second factor of a run on each level of the first. */
export function describeSecond(field: ContestField, measure: Measure): Statement {
  const [effects, cause] = [effectsOf(field), causeOf(field)];
  if (effects.length === 0 || cause === null) return describeContests(field, measure);
  // One repetition proves nothing about either factor; the first one says so.
  if (effects.every(({ pair }) => pair.compared.interval === null))
    return { sentences: [], pairs: [] };
  if (effects.length > maxNamed) return describeMany(effects, cause, measure);
  return describeEach(effects, cause, { measure, tests: field.tests });
}

/** The pairs, where each contest is one and has a ratio; none otherwise. */
function effectsOf({ contests }: ContestField): Effect[] {
  const effects = contests.flatMap(({ name, entrants, pairs: [pair] }): Effect[] => {
    if (entrants.length !== 2 || !pair?.compared.ratio) return [];
    const protocol = protocolFacts[pair.other.cell.protocol].label;
    const subject = name === '' ? protocol : `${protocol} ${name}`;
    return [{ subject, pair, times: pair.compared.ratio.times }];
  });
  return effects.length === contests.length ? effects : [];
}

/** Null where not all pairs are of the same two levels. */
function causeOf({ factor, contests }: ContestField): Cause | null {
  const levels = contests.flatMap(({ entrants }) => entrants);
  const [baseline, other] = levels.map(({ cell }) => cell);
  if (!baseline || !other || new Set(levels.map(({ cell }) => cell[factor])).size !== 2)
    return null;
  if (factor === 'tls' && baseline.tls === 'off')
    return { name: tlsLabel(other.tls), levels: null };
  const [upper, lower] = [withLevel(factor, other), withLevel(factor, baseline)];
  return { name: upper.replace(/^with /, ''), levels: [upper, lower] };
}

/** Groups effects by certainty: the certain ones, then those that may be chance. */
function describeEach(effects: readonly Effect[], cause: Cause, judging: Judging): Statement {
  const { measure, tests } = judging;
  const of = (finding: string) => effects.filter(({ pair }) => pair.compared.finding === finding);
  const certain = byDirection(of('different'), measure);
  const open = (['alike', 'tentative', 'undetected', 'untold'] as const).map(of);
  const [alike = [], tentative = [], undetected = [], untold = []] = open;
  const named = (some: readonly Effect[]) => inSeries(some.map(openWords));
  const parts = [
    ...certain.map((some) => certainWords(some, cause, measure)),
    ...(alike.length > 0
      ? [
          `${cause.name} changes ${measure.name} of ${inSeries(alike.map(({ subject }) => subject))} by no more than is worth mentioning`,
        ]
      : []),
    ...(tentative.length > 0
      ? [
          `the effect of ${cause.name} on ${measure.name} of ${named(tentative)} may be chance among ${countOf(tests, 'comparison')}`,
        ]
      : []),
    ...(undetected.length > 0
      ? [`it is open whether ${cause.name} changes ${measure.name} of ${named(undetected)}`]
      : []),
    ...(untold.length > 0
      ? [
          `there are too few repetitions to tell the effect of ${cause.name} on ${measure.name} of ${named(untold)} from chance`,
        ]
      : []),
  ];
  return {
    sentences: [parts.join('; ')],
    pairs: [...certain, ...open].flat().map(({ pair }) => pair),
  };
}

/** `TLS costs REST 12 % of its throughput (between 9 % and 15 %) and gRPC 8 % (between 5 % and 11 %)` */
function certainWords(effects: readonly Effect[], cause: Cause, measure: Measure): string {
  const more = effects.every(({ times }) => times > 1);
  const worse = more !== (measure.better === 1);
  const clauses = effects.map((effect, index) => {
    const { subject } = effect;
    const [share, range] = [shareText(effect), ` (${rangeText(effect)})`];
    const isFirst = index === 0;
    if (cause.levels) {
      const [other, baseline] = cause.levels;
      const way = `${share} ${more ? 'higher' : 'lower'}`;
      return isFirst
        ? `${other}, ${measure.name} of ${subject} is ${way} than ${baseline}${range}`
        : `that of ${subject} is ${way}${range}`;
    }
    if (worse && measure.better === 1) {
      return isFirst
        ? `${cause.name} costs ${subject} ${share} of ${measure.name.replace(/^the /, 'its ').replace(/^throughput/, 'its throughput')}${range}`
        : `${subject} ${share}${range}`;
    }
    const verb = isFirst ? `${cause.name} ${more ? 'raises' : 'lowers'} ` : '';
    return `${verb}${isFirst ? measure.name : 'that'} of ${subject} by ${share}${range}`;
  });
  return inSeries(clauses);
}

/** Deteriorations before improvements. */
function byDirection(effects: readonly Effect[], { better }: Measure): Effect[][] {
  const worse = ({ times }: Effect) => better * (times - 1) < 0;
  return [effects.filter(worse), effects.filter((one) => !worse(one))].filter(
    (some) => some.length > 0,
  );
}

/** `of 6 pairs of cells, TLS lowers throughput for certain in 5, by 8 % (gRPC for small, …) to 31 % (REST for large, …)` */
function describeMany(effects: readonly Effect[], { name }: Cause, measure: Measure): Statement {
  const certain = effects.filter(({ pair }) => pair.compared.finding === 'different');
  const all = `${effects.length} pairs of cells`;
  const isAlike = effects.every(({ pair }) => pair.compared.finding === 'alike');
  const none = isAlike
    ? `in none of ${all} does ${name} change ${measure.name} by more than is worth mentioning`
    : `in none of ${all} is an effect of ${name} on ${measure.name} certain`;
  if (certain.length === 0) return { sentences: [none], pairs: [] };
  const clauses = byDirection(certain, measure).map((some) => {
    const rising = some.toSorted((a, b) => a.times - b.times);
    const ends = [...new Set([rising[0], rising.at(-1)])].flatMap((one) => (one ? [one] : []));
    const more = ends.every(({ times }) => times > 1);
    const span = (more ? ends : ends.toReversed())
      .map((one) => `${shareText(one)} (${one.subject}, ${rangeText(one)})`)
      .join(' to ');
    const words = `${more ? 'raises' : 'lowers'} ${measure.name} for certain in ${some.length}, by ${span}`;
    return { words, ends };
  });
  return {
    sentences: [`of ${all}, ${name} ${clauses.map(({ words }) => words).join('; it ')}`],
    pairs: clauses.flatMap(({ ends }) => ends.map(({ pair }) => pair)),
  };
}

/** `12 %`, in either direction. */
function shareText(effect: Effect): string {
  return `${groupDigits(Math.abs(100 * (effect.times - 1)), decimalsOf(effect))} %`;
}

/** `between 9 % and 15 %`, of the share in {@link shareText}. */
function rangeText(effect: Effect): string {
  const { interval } = effect.pair.compared;
  if (!interval) return '';
  const ends = [interval.low, interval.high].map((end) => Math.abs(100 * (end - 1)));
  const [low, high] = ends.sort((a, b) => a - b).map((end) => groupDigits(end, decimalsOf(effect)));
  return `between ${low} % and ${high} %`;
}

/** `REST (0.81 to 1.04 times)`; `REST (0.92 times)` without an interval. */
function openWords({ subject, pair, times }: Effect): string {
  const { interval } = pair.compared;
  return `${subject} (${interval ? intervalText({ interval }) : timesDigits(times, null)} times)`;
}

/** Decimals in percent that match those of the ratio. */
function decimalsOf({ pair, times }: Effect): number {
  const { interval } = pair.compared;
  if (!interval) return Math.abs(times - 1) < 0.1 ? 1 : 0;
  return Math.max(0, intervalDecimals(interval) - 2);
}
