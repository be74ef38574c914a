import type { PublishedPair, PublishedTable, PublishedValue } from '../../contracts/published.ts';
import type { PublishedTrust } from '../../contracts/published-judgement.ts';
import { agreementOf } from './agreement.ts';
import type { OurFigures, RepeatedValues } from './figures.ts';
import { directionOf, type OurRatio, pairWords, reachOf } from './judgement.ts';
import type { Matching } from './matching.ts';
import { ourRatio, timesOf, valuesAt } from './ours.ts';
import type { OurRun } from './trial-metrics.ts';
import { trustOf } from './trust.ts';

/** Pairs of values in a table, theirs and ours. */
export function pairsOfTable(
  table: PublishedTable,
  matching: Matching,
  figures: OurFigures,
  run: OurRun,
): PublishedPair[] {
  return matching.quotient
    ? quotientPairs(table, matching.quotient, figures, run)
    : pairsOf(table, matching, figures, run);
}

/** In a table of ratios, each value is a pair. */
function quotientPairs(
  table: PublishedTable,
  of: NonNullable<Matching['quotient']>,
  figures: OurFigures,
  run: OurRun,
): PublishedPair[] {
  return table.values.flatMap((value) => {
    if (value.value === null) return [];
    const { top, bottom, form, names } = of(value.at);
    const ours = ourRatio(figures.at(top, value.metric), figures.at(bottom, value.metric), run);
    const dimension = Object.keys(top).find((key) => top[key] !== bottom[key]) ?? '';
    return [
      pairFrom({
        at: value.at,
        metric: value.metric,
        dimension,
        baseline: bottom[dimension] ?? '',
        other: top[dimension] ?? '',
        published: timesOf[form](value.value),
        ours,
        trust: ours
          ? trustOf(
              [top, bottom].map((one) => figures.trialsAt(one, value.metric)),
              run,
              null,
            )
          : null,
        decision: null,
        names,
        marks: value.marks.map(({ kind }) => kind),
      }),
    ];
  });
}

/** All pairs of values in a row that differ in one of the compared dimensions. */
function pairsOf(
  table: PublishedTable,
  matching: Matching,
  figures: OurFigures,
  run: OurRun,
): PublishedPair[] {
  const compared = table.values.filter(
    ({ value, metric }) =>
      value !== null && value > 0 && (matching.metrics ?? [metric]).includes(metric),
  );
  return matching
    .pairs(run)
    .flatMap((dimension) =>
      rowsOf(compared, dimension).flatMap((row) =>
        row.flatMap((baseline, index) =>
          row
            .slice(index + 1)
            .map((other) => pairOf(table, dimension, baseline, other, matching, figures, run)),
        ),
      ),
    );
}

/** Values that share all but one dimension, in table order. */
function rowsOf(values: readonly PublishedValue[], dimension: string): PublishedValue[][] {
  const rows = new Map<string, PublishedValue[]>();
  for (const value of values) {
    const { [dimension]: _, ...rest } = value.at;
    const key = JSON.stringify([rest, value.metric]);
    rows.set(key, [...(rows.get(key) ?? []), value]);
  }
  return [...rows.values()];
}

function pairOf(
  table: PublishedTable,
  dimension: string,
  baseline: PublishedValue,
  other: PublishedValue,
  matching: Matching,
  figures: OurFigures,
  run: OurRun,
): PublishedPair {
  const { [dimension]: first = '', ...at } = baseline.at;
  const second = other.at[dimension] ?? '';
  const levels = table.dimensions.find(({ key }) => key === dimension);
  const nameOf = (key: string) => {
    const name = levels?.levels.find((level) => level.key === key)?.name ?? key;
    return name === 'with' || name === 'without' ? `${name} ${dimension}` : name;
  };
  const [ourOther, ourBaseline] = [other, baseline].map((one) =>
    valuesAt(one.at, one.metric, matching, figures),
  );
  const none: RepeatedValues = new Map();
  const ours = ourRatio(ourOther?.values ?? none, ourBaseline?.values ?? none, run);
  const sides = [ourOther?.trials ?? [], ourBaseline?.trials ?? []];
  return pairFrom({
    at,
    metric: baseline.metric,
    dimension,
    baseline: first,
    other: second,
    published: (other.value ?? 0) / (baseline.value ?? 1),
    ours,
    trust: ours ? trustOf(sides, run, matching.requestsAt(baseline.at)) : null,
    decision: matching.decision(at, dimension, baseline.metric),
    names: [nameOf(second), nameOf(first)],
    marks: [...new Set([...baseline.marks, ...other.marks].map(({ kind }) => kind))],
  });
}

type Draft = Pick<
  PublishedPair,
  'at' | 'metric' | 'dimension' | 'baseline' | 'other' | 'published' | 'marks'
> & {
  readonly ours: OurRatio | null;
  readonly trust: PublishedTrust | null;
  readonly decision: string | null;
  readonly names: readonly [other: string, baseline: string];
};

function pairFrom({ ours, names, ...pair }: Draft): PublishedPair {
  const direction = directionOf(pair.published, ours);
  const size = reachOf(pair.published, ours);
  return {
    ...pair,
    compared: names.join(' ÷ '),
    ours: ours?.times ?? null,
    interval: ours?.interval ? { ...ours.interval } : null,
    agreement: agreementOf(pair.published, ours),
    direction,
    size,
    factor: ours && pair.published > 0 ? ours.times / pair.published : null,
    words: pairWords({ ...pair, names, ours, direction, size }),
  };
}
