import type { CellComparison, MetricComparison } from '../../contracts/compare.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { type RunSizes, runSizes, whatIsCalled } from '../../contracts/run-sizes.ts';
import {
  type GainMetric,
  type GainPart,
  gainMetricFacts,
  loadOfCell,
} from '../../contracts/size-gain.ts';
import type { EncodedCall } from '../../contracts/sizes.ts';
import type { Statistics } from '../../contracts/statistics.ts';
import { type Protocol, protocols, type Verdict } from '../../contracts/words.ts';
import { findingText, testsOf, testsText } from '../../metrics/comparisons.ts';
import { groupDigits } from '../../metrics/format.ts';
import { protocolStyle } from '../look/protocols.ts';
import { gainWords, moreOrLess, moreOrLessRange } from './gainWords.ts';
import { sizePartLabels } from './sizes.ts';
import type { FigureTable } from './table.ts';

/** One protocol against the baseline where both called the same thing. */
export interface GainPoint {
  readonly key: string;
  readonly protocol: Protocol;
  /** The shape, and the levels of the factors that change its messages. */
  readonly what: string;
  /** Of the protocol’s own messages, and of the baseline’s; null where those are not known. */
  readonly bytes: number;
  readonly baselineBytes: number | null;
  /** The protocol ÷ the baseline, above 0, and its 95 % interval; null without one. */
  readonly times: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly compared: MetricComparison;
  /** The worst verdict among the trials of both. */
  readonly verdict: Verdict;
}

/** Data of the chart of gain by message size. */
export interface GainFigure {
  readonly metric: GainMetric;
  readonly baseline: Protocol;
  readonly part: GainPart;
  /** By protocol, and within it by size. */
  readonly points: readonly GainPoint[];
  /** Where the baseline’s own messages are on the axis. */
  readonly baselineSizes: readonly { readonly what: string; readonly bytes: number }[];
  /** Comparisons without a point, a sentence each without a full stop. */
  readonly missing: readonly string[];
}

interface Wanted {
  readonly metric: GainMetric;
  readonly part: GainPart;
  /** See {@link loadOfCell}. */
  readonly load: string;
}

/** Sets the comparisons within a run over the sizes of its messages; null when it compares no protocols. */
export function gainFigure(
  { comparison, factor, against }: Pick<Statistics, 'comparison' | 'factor' | 'against'>,
  trials: readonly TrialResult[],
  { metric, part, load }: Wanted,
): GainFigure | null {
  const baseline = protocols.find((one) => one === against);
  if (comparison === null || factor !== 'protocol' || baseline === undefined) return null;
  const sizes = sizesByCall(runSizes(trials), part);
  const found = comparison.rows
    .filter(({ other }) => loadOfCell(other.cell) === load)
    .map((row) => pointOf(row, metric, baseline, sizes));
  const points = found.filter((one) => typeof one !== 'string');
  const called = new Set(points.map(({ what }) => what));
  return {
    metric,
    baseline,
    part,
    points: points.sort((a, b) => rank(a) - rank(b) || a.bytes - b.bytes),
    baselineSizes: [...called].flatMap((what) => {
      const bytes = sizes.get(sizeKey(what, baseline));
      return bytes === undefined ? [] : [{ what, bytes }];
    }),
    missing: found.filter((one) => typeof one === 'string'),
  };
}

function rank({ protocol }: GainPoint): number {
  return protocols.indexOf(protocol);
}

function sizeKey(what: string, protocol: Protocol): string {
  return `${protocol} ${what}`;
}

type Sizes = ReadonlyMap<string, number>;

function sizesByCall(groups: readonly RunSizes[], part: GainPart): Sizes {
  return new Map(
    groups.flatMap(({ what, sizes }) =>
      sizes.map(({ protocol, encoded }) => [sizeKey(what, protocol), bytesOfCall(encoded, part)]),
    ),
  );
}

/** Payload and envelope of a call, or of one of its messages. */
function bytesOfCall(encoded: EncodedCall, part: GainPart): number {
  const bytes = { request: 0, answer: 0, both: 0 };
  for (const side of ['request', 'answer'] as const) {
    bytes[side] = encoded[side].payload + encoded[side].envelope;
  }
  return part === 'both' ? bytes.request + bytes.answer : bytes[part];
}

/** The point of a comparison, or why it has none. */
function pointOf(
  { other, metrics, verdict }: CellComparison,
  metric: GainMetric,
  baseline: Protocol,
  sizes: Sizes,
): GainPoint | string {
  const { protocol } = other.cell;
  const what = whatIsCalled(other.cell);
  const name = `${protocolStyle(protocol).label}, ${what}`;
  const compared = metrics.find((one) => one.metric === metric);
  const times = compared?.ratio?.times ?? 0;
  if (!compared || times <= 0) {
    return `${name}: no value for ${gainMetricFacts[metric].noun} to compare`;
  }
  const bytes = sizes.get(sizeKey(what, protocol));
  if (bytes === undefined) return `${name}: its message size is not known`;
  const baselineBytes = sizes.get(sizeKey(what, baseline)) ?? null;
  const { interval } = compared;
  const key = sizeKey(what, protocol);
  return { key, protocol, what, bytes, baselineBytes, times, interval, compared, verdict };
}

/** The protocols that have points, in their usual order. */
export function gainProtocols({ points }: GainFigure): Protocol[] {
  return [...new Set(points.map(({ protocol }) => protocol))];
}

/** Names the loads of a run by what varies among them; see {@link loadOfCell}. */
export function loadLabels(loads: readonly string[]): ReadonlyMap<string, string> {
  const parts = loads.map((load) => load.split(' · '));
  const varies = (place: number) => new Set(parts.map((list) => list[place])).size > 1;
  return new Map(
    loads.map((load, index) => {
      const words = (parts[index] ?? []).filter((_part, place) => varies(place));
      return [load, words.join(' · ') || load];
    }),
  );
}

/** Title of the figure. */
export function gainTitle({ metric, baseline }: GainFigure): string {
  return `Gain in ${gainMetricFacts[metric].noun} over size, vs ${protocolStyle(baseline).label}`;
}

/** Title of the axis of sizes. */
export function gainSizeTitle({ part }: Pick<GainFigure, 'part'>): string {
  const of = part === 'both' ? 'request and answer' : sizePartLabels[part].toLowerCase();
  return `payload and envelope of ${of}, bytes`;
}

/** Name of a point: `gRPC, large`. */
export function gainName({ protocol, what }: GainPoint): string {
  return `${protocolStyle(protocol).label}, ${what}`;
}

/** Lines of a point: the gain both ways, its certainty, the bytes. */
export function gainLines(point: GainPoint, { metric, baseline }: GainFigure): string[] {
  const { protocol, times, interval, compared, bytes, baselineBytes, verdict } = point;
  const [name, other] = [protocolStyle(protocol).label, protocolStyle(baseline).label];
  const sure = findingText(compared);
  return [
    gainWords({ metric, times, name, baseline: other }),
    interval ? `95 % interval ${moreOrLessRange(interval)}: ${sure}` : sure,
    baselineBytes === null
      ? `${groupDigits(bytes, 0)} bytes`
      : `${groupDigits(bytes, 0)} bytes, ${other} ${groupDigits(baselineBytes, 0)}`,
    ...(verdict === 'ok' ? [] : [`Interpret with caution: ${verdict}`]),
  ];
}

/** Text alternative of the chart. */
export function gainSummary(figure: GainFigure): string {
  const lines = figure.points.map((point) => {
    const [gain = ''] = gainLines(point, figure);
    return `${gainName(point)}, ${groupDigits(point.bytes, 0)} bytes: ${gain}`;
  });
  return `${gainTitle(figure)}. ${lines.join('. ')}.`;
}

/** Table of values of the chart. */
export function gainTable(figure: GainFigure): FigureTable {
  const label = protocolStyle(figure.baseline).label;
  return {
    caption: gainTitle(figure),
    header: [
      'Shape',
      'Protocol',
      'Baseline',
      `Size (bytes of ${figure.part === 'both' ? 'request and answer' : figure.part})`,
      `Size of ${label} (bytes)`,
      'Times',
      '% of',
      '% change',
      'Gain',
      `${label} vs it`,
      'Times, low',
      'Times, high',
      'Finding',
    ],
    rows: figure.points.map((point) => [
      point.what,
      protocolStyle(point.protocol).label,
      label,
      point.bytes,
      point.baselineBytes,
      point.times,
      point.compared.ratio?.percentOf ?? null,
      point.compared.ratio?.percentChange ?? null,
      moreOrLess(point.times),
      moreOrLess(1 / point.times),
      point.interval?.low ?? null,
      point.interval?.high ?? null,
      findingText(point.compared),
    ]),
  };
}

/** How to read the marks, as far as there are any. */
export function gainNotes({ points, baselineSizes, missing, baseline }: GainFigure): string[] {
  const compared = points.map((point) => point.compared);
  const has = (test: (point: GainPoint) => boolean) => points.some(test);
  const label = protocolStyle(baseline).label;
  return [
    `Each point is placed at its own message size; the ticks on the line show ${label}.`,
    has(({ interval }) => interval !== null)
      ? `Ratios of geometric means over trials, with 95 % intervals (Welch on logarithms)${testsOf(compared) > 1 ? `, corrected for ${testsText(compared)} (Holm)` : ''}. Filled: clear of ${label}.`
      : 'No point has an interval: repeat the experiment to distinguish a difference from noise.',
    ...(has(({ bytes }) => bytes === 0) || baselineSizes.some(({ bytes }) => bytes === 0)
      ? ['On a logarithmic axis, empty messages are placed at the left end.']
      : []),
    ...(has(({ verdict }) => verdict !== 'ok') ? ['Ringed: interpret with caution.'] : []),
    ...(missing.length > 0 ? [`Without a point: ${missing.join('; ')}.`] : []),
  ];
}
