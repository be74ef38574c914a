import { describeCell } from '../../../contracts/experiment/cell.ts';
import type {
  ClientTax,
  Comparison,
  Estimate,
  Ratio,
  Saturation,
  SaturationPoint,
  UslFit,
} from '../../../contracts/result.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import { left, right } from './columns.ts';
import { formatMs, formatRate } from './figures.ts';
import { formatLevel } from './rounds-text.ts';
import { drawTable, printable } from './table.ts';

function formatRatio({ times, percentChange }: Ratio): string {
  const sign = percentChange > 0 ? '+' : percentChange < 0 ? '−' : '±';
  return `×${times.toFixed(2)} (${sign}${Math.abs(percentChange).toFixed(0)} %)`;
}

/** Each protocol (or TLS level, or client) against its baseline. Empty when there is nothing to compare. */
export function drawComparisons(comparisons: readonly Comparison[], counts: Work): string {
  if (comparisons.length === 0) return '';
  return drawTable<Comparison>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      left('against', ({ baseline, factor }) => `${factor} ${baseline[factor]}`),
      right(workWords[counts].shortRate, ({ throughput }) => formatRatio(throughput)),
      right('mean', ({ mean }) => formatRatio(mean)),
      right('p95', ({ p95 }) => formatRatio(p95)),
    ],
    comparisons,
  );
}

/** Where each trial saturated and how that was told, a few lines a trial. Empty when there are none. */
export function drawSaturation(saturations: readonly Saturation[]): string {
  return saturations
    .flatMap(saturationLines)
    .map(printable)
    .join('\n')
    .concat(saturations.length > 0 ? '\n' : '');
}

function saturationLines(saturation: Saturation): string[] {
  const { cell, repetition, manual, point, reason, usl, knee, of } = saturation;
  const unit = of === 'users' ? 'users' : 'per second';
  const at = (where: SaturationPoint) =>
    `${formatLevel(where.level)} ${unit}, ${formatRate(where.throughputRps)} req/s, mean ${formatMs(where.meanMs)} ms`;
  const name = `${describeCell(cell)}${repetition > 1 ? ` · repetition ${repetition}` : ''}`;
  const found = point ? `${at(point)} (${saturation.criterion})` : 'none found';
  return [
    manual ? `${name}: ${at(manual)} (set by hand; computed: ${found})` : `${name}: ${found}`,
    `  ${reason}`,
    ...(knee ? [`  Knee of the curve: ${at(knee)}.`] : []),
    ...(usl ? [`  ${uslLine(usl)}`] : []),
  ];
}

function uslLine({ sigma, kappa, peakUsers, peakThroughputRps, r2, confidence }: UslFit): string {
  const digits = (value: number) => Number(value.toPrecision(3)).toString();
  const range = ({ value, low, high }: Estimate, write = digits) =>
    `${write(value)} [${write(low)}, ${write(high)}]`;
  const peak =
    peakUsers && peakThroughputRps
      ? `peak at ${range(peakUsers, formatLevel)} users with ${range(peakThroughputRps, formatRate)} req/s`
      : 'no peak';
  return `Scalability: contention ${range(sigma)}, coherency ${range(kappa)}, ${peak}; R² ${r2.toFixed(3)}, intervals of ${Math.round(confidence * 100)} %.`;
}

/** What the library client costs over the raw one, in client CPU per request. Empty without both. */
export function drawClientTax(taxes: readonly ClientTax[]): string {
  if (taxes.length === 0) return '';
  const us = (value: number) => `${formatMs(value)} µs`;
  return drawTable<ClientTax>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      right('raw', ({ rawUs }) => us(rawUs)),
      right('library', ({ libraryUs }) => us(libraryUs)),
      right('tax', ({ taxUs }) => us(taxUs)),
      right('times', ({ times }) => `×${times.toFixed(2)}`),
    ],
    taxes,
  );
}
