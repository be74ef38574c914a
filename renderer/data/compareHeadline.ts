import type { ComparedMetric, ComparedRun, ComparisonReport } from '../../contracts/compare.ts';
import { countOf, groupDigits, inSeries, someOf } from '../../metrics/format.ts';
import { intervalDecimals, plainRatio } from '../../metrics/ratios.ts';
import { runLabels } from './compareLabels.ts';
import { type ComparedRow, comparedFacts, comparedRows } from './compareRows.ts';

/**
 * What a comparison of runs says about a metric, in a sentence: who is above, with a ratio above 1 and its interval,
 * for what is decided; that it is open for all else.
 * @returns null without cells that both sides have.
 */
export function compareHeadline(report: ComparisonReport, metric: ComparedMetric): string | null {
  const rows = comparedRows(report, metric);
  const [first] = rows;
  if (!first) return null;
  const { noun } = comparedFacts(metric, rows);
  const names = runNames(report.runs);
  const nameOf = (id: string) => names.get(id) ?? 'the other run';
  const baseline = nameOf(first.pair.baseline.runId);
  const failing = rows.filter(isFailing);
  const unlike = rows.filter((row) => !isFailing(row) && row.pair.unlike);
  const sound = rows.filter((row) => !isFailing(row) && !row.pair.unlike);
  const [only] = sound;
  if (!only && failing.length > 0) return 'Too many requests failed for speeds to be compared.';
  if (!only) return `Not comparable: ${unlike[0]?.pair.unlike?.[0]?.sentence ?? ''}`;
  const words =
    sound.length === 1
      ? ofOne(only, noun, nameOf(only.pair.other.runId), baseline)
      : ofMany(sound, noun, nameOf, baseline);
  return [
    words,
    ...(failing.length > 0
      ? [
          `${countOf(failing.length, 'cell')} ${failing.length === 1 ? 'has' : 'have'} too many failures for a comparison.`,
        ]
      : []),
    ...(unlike.length > 0
      ? [`${countOf(unlike.length, 'cell')} did not do the same work: see the cautions.`]
      : []),
  ].join(' ');
}

/** The runs by their age, where there are two. */
function runNames(runs: readonly ComparedRun[]): ReadonlyMap<string, string> {
  const [a, b, ...others] = runs;
  if (!a || !b || others.length > 0) {
    const labels = [...runLabels(runs)];
    return new Map(labels.map(([id, label], index) => [id, index === 0 ? 'the baseline' : label]));
  }
  const isNewer = b.startedAt >= a.startedAt;
  return new Map([
    [a.id, isNewer ? 'the older run' : 'the newer run'],
    [b.id, isNewer ? 'the newer run' : 'the older run'],
  ]);
}

/** Cautions of cells whose speed says nothing. */
const isFailing = ({ pair }: ComparedRow) =>
  pair.cautions.some((caution) => /^Up to .* failed; /.test(caution));

function ofOne(row: ComparedRow, noun: string, other: string, baseline: string): string {
  const { compared } = row;
  switch (compared.finding) {
    case 'different': {
      const { times, range, isAbove } = aboveOne(row);
      const [high, low] = isAbove ? [other, baseline] : [baseline, other];
      return `The ${noun} of ${high} is ${times} times that of ${low} (between ${range}).`;
    }
    case 'alike':
      return `Between the ${noun} of ${other} and that of ${baseline} there is no difference worth mentioning (between ${rangeOf(row)} times).`;
    case 'unlike':
      return 'The two runs count different things, so there is nothing to compare.';
    default: {
      const open = `It is open whether the ${noun} of ${other} differs from that of ${baseline}`;
      return compared.interval === null
        ? `${open}: there are too few repetitions.`
        : `${open}: it is between ${rangeOf(row)} times as high${compared.finding === 'tentative' ? ', which may be chance among so many comparisons' : ''}.`;
    }
  }
}

/** `Of 6 cells, the throughput of the newer run is higher than that of the older run in 3 and lower in 1, most in …; it is open in 2.` */
function ofMany(
  rows: readonly ComparedRow[],
  noun: string,
  nameOf: (id: string) => string,
  baseline: string,
): string {
  const decided = rows.filter(({ compared }) => compared.finding === 'different');
  const alike = rows.filter(({ compared }) => compared.finding === 'alike').length;
  const open = rows.length - decided.length - alike;
  const runs = new Set(rows.map(({ pair }) => pair.other.runId));
  const [one] = runs;
  const other = runs.size === 1 && one !== undefined ? nameOf(one) : 'the other runs';
  const whose = `the ${noun} of ${other}`;
  if (decided.length === 0) {
    const rest = alike > 0 ? `; in ${alike} it shows no difference worth mentioning` : '';
    if (open === 0) {
      return `In none of ${rows.length} cells does ${whose} differ from that of ${baseline} by more than is worth mentioning.`;
    }
    const where =
      open === rows.length && open > 2
        ? `in all ${open} cells`
        : `in ${someOf(open, rows.length, 'cell')}`;
    return `It is open ${where} whether ${whose} differs from that of ${baseline}${rest}.`;
  }
  const higher = decided.filter((row) => aboveOne(row).isAbove).length;
  const lower = decided.length - higher;
  const than = `than that of ${baseline}`;
  const sides = [
    ...(higher > 0 ? [`higher ${than} in ${higher}`] : []),
    ...(lower > 0 ? [`lower ${higher > 0 ? '' : `${than} `}in ${lower}`] : []),
  ];
  const [most] = [...decided].sort((a, b) => distance(b) - distance(a));
  const largest = most ? `, most in ${rowWords(most)}` : '';
  const rest = [
    ...(alike > 0 ? [`it shows no difference worth mentioning in ${alike}`] : []),
    ...(open > 0 ? [`it is open in ${open}`] : []),
  ];
  const tail = rest.length > 0 ? `; ${rest.join('; ')}` : '';
  const isSame = decided.length === rows.length && (higher === 0 || lower === 0);
  if (isSame) {
    const side = higher > 0 ? 'higher' : 'lower';
    return `In ${rows.length > 2 ? `all ${rows.length} cells` : someOf(rows.length, rows.length, 'cell')}, ${whose} is ${side} ${than}${largest}.`;
  }
  return `Of ${rows.length} cells, ${whose} is ${inSeries(sides)}${largest}${tail}.`;
}

const distance = ({ compared }: ComparedRow) => Math.abs(Math.log(compared.ratio?.times ?? 1));

function rowWords(row: ComparedRow): string {
  const { times, range, isAbove } = aboveOne(row);
  const name = row.run === '' ? row.label : `${row.label}, ${row.run}`;
  return `${name}: ${times} times as ${isAbove ? 'high' : 'low'} (between ${range})`;
}

/** The ratio of a row and its interval the way in which it is above 1. */
function aboveOne({ compared }: ComparedRow): {
  readonly times: string;
  readonly range: string;
  readonly isAbove: boolean;
} {
  const ratio = compared.ratio?.times ?? 1;
  const isAbove = ratio >= 1;
  const times = isAbove ? ratio : 1 / ratio;
  const { interval } = compared;
  if (interval === null) return { times: plainRatio(times), range: '', isAbove };
  const ends = isAbove ? interval : { low: 1 / interval.high, high: 1 / interval.low };
  const decimals = intervalDecimals(ends);
  const digits = (value: number) => groupDigits(value, decimals);
  return { times: digits(times), range: `${digits(ends.low)} and ${digits(ends.high)}`, isAbove };
}

function rangeOf({ compared: { interval } }: ComparedRow): string {
  if (interval === null) return '';
  const decimals = intervalDecimals(interval);
  return `${groupDigits(interval.low, decimals)} and ${groupDigits(interval.high, decimals)}`;
}
