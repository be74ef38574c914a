import { bandEdgeMs, type HeatMap } from '../../contracts/heat-map.ts';
import { significant } from '../../metrics/format.ts';
import type { Moment } from './liveHistory.ts';
import type { FigureTable } from './table.ts';

/** A period and its number of requests by band; a live moment is already one. */
type HeatColumn = Pick<Moment, 'at' | 'span' | 'bands'>;

/** A heat map ready to draw: columns of any length over rows of latency. */
export interface HeatGrid {
  /** Edges of the rows in milliseconds, one more than there are rows. */
  readonly edgesMs: readonly number[];
  readonly columns: readonly HeatColumn[];
  /** The band of the lowest row. */
  readonly firstBand: number;
  /** Requests per second at the lower edge of each step of colour; the first step has all below. */
  readonly steps: readonly number[];
}

/** Colours of the scale; the last one starts at the top step. */
export const heatSteps = 10;

/** The stored heat map of a trial. */
export function gridOfMap({ edgesMs, columns }: HeatMap): HeatGrid {
  const shaped = columns.map(({ startSeconds, seconds, counts }) => ({
    at: startSeconds + seconds,
    span: seconds,
    bands: counts.flatMap((count, band) => (count > 0 ? [band, count] : [])),
  }));
  return { edgesMs, columns: shaped, firstBand: 0, steps: stepsOf(shaped) };
}

/** The heat map of live moments; null if none of them has bands. */
export function gridOfMoments(moments: readonly Moment[]): HeatGrid | null {
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  for (const { bands } of moments) {
    if (bands.length === 0) continue;
    low = Math.min(low, bands[0] ?? low);
    high = Math.max(high, bands.at(-2) ?? high);
  }
  if (high < 0) return null;
  const edgesMs = Array.from({ length: high - low + 2 }, (_, row) => bandEdgeMs(low + row));
  return { edgesMs, columns: moments, firstBand: low, steps: stepsOf(moments) };
}

/**
 * Edges of the steps in requests per second, evenly spaced on a logarithmic scale from one request in
 * the longest column to the maximum of any cell, rounded up, so that colours seldom change while a
 * trial runs. Rates rather than counts, because columns may differ in length.
 */
function stepsOf(columns: readonly HeatColumn[]): number[] {
  let [top, longest] = [0, 0];
  for (const { span, bands } of columns) {
    longest = Math.max(longest, span);
    for (let cell = 1; cell < bands.length; cell += 2) {
      top = Math.max(top, (bands[cell] ?? 0) / Math.max(1e-3, span));
    }
  }
  const bottom = longest > 0 ? 1 / longest : 1;
  const decades = Math.max(0.5, Math.ceil(2 * Math.log10(Math.max(1, top / bottom))) / 2);
  return Array.from(
    { length: heatSteps },
    (_, step) => bottom * 10 ** ((decades * step) / heatSteps),
  );
}

/** Finds the steps of rates in requests per second. */
export function stepScale(steps: readonly number[]): (rate: number) => number {
  const [first = 1, second = 10] = steps;
  const perStep = Math.log(second / first);
  return (rate) => {
    const step = Math.floor(Math.log(rate / first) / perStep + 1e-9);
    return Math.min(heatSteps - 1, Math.max(0, step));
  };
}

/** The cell under a point of a heat map. */
export interface HeatReading {
  readonly start: number;
  readonly end: number;
  readonly lowMs: number;
  readonly highMs: number;
  readonly count: number;
}

/** @returns null if there is no column or row. @param row counted from the lowest latency. */
export function readHeat(grid: HeatGrid, at: number, row: number): HeatReading | null {
  const column = grid.columns.find((one) => at >= one.at - one.span && at < one.at);
  const [lowMs, highMs] = [grid.edgesMs[row], grid.edgesMs[row + 1]];
  if (!column || lowMs === undefined || highMs === undefined) return null;
  let count = 0;
  const { bands } = column;
  for (let cell = 0; cell < bands.length; cell += 2) {
    if ((bands[cell] ?? 0) - grid.firstBand === row) count = bands[cell + 1] ?? 0;
  }
  return { start: column.at - column.span, end: column.at, lowMs, highMs, count };
}

/** A rectangle of cells of one step: columns `from` to `to` (exclusive) of one row. */
export interface HeatRun {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** Merges neighbours of the same colour, by step, for pictures with few shapes. */
export function heatRuns({ columns, steps, firstBand }: HeatGrid): HeatRun[][] {
  const runs: HeatRun[][] = Array.from({ length: heatSteps }, () => []);
  const open = new Map<number, { step: number; start: number; end: number }>();
  const stepOf = stepScale(steps);
  const close = (row: number) => {
    const run = open.get(row);
    if (run) runs[run.step]?.push({ row, start: run.start, end: run.end });
    open.delete(row);
  };
  for (const { at: end, span, bands } of columns) {
    const start = end - span;
    const seen = new Set<number>();
    for (let cell = 0; cell < bands.length; cell += 2) {
      const row = (bands[cell] ?? 0) - firstBand;
      const step = stepOf((bands[cell + 1] ?? 0) / Math.max(1e-3, span));
      seen.add(row);
      const run = open.get(row);
      if (run && run.step === step && Math.abs(run.end - start) < 1e-6) {
        run.end = end;
        continue;
      }
      close(row);
      open.set(row, { step, start, end });
    }
    for (const row of [...open.keys()]) if (!seen.has(row)) close(row);
  }
  for (const row of [...open.keys()]) close(row);
  return runs;
}

/** The table of a heat map: a line for each period, a column for each band of latency. */
export function heatTable(title: string, { edgesMs, columns, firstBand }: HeatGrid): FigureTable {
  const names = edgesMs
    .slice(1)
    .map((high, row) => `${edgeText(edgesMs[row] ?? 0)}–${edgeText(high)} ms`);
  const rows = columns.map(({ at, span, bands }) => {
    const counts = new Array<number>(names.length).fill(0);
    for (let cell = 0; cell < bands.length; cell += 2) {
      counts[(bands[cell] ?? 0) - firstBand] = bands[cell + 1] ?? 0;
    }
    return [tidy(at - span), tidy(at), ...counts];
  });
  return { caption: title, header: ['From (s)', 'To (s)', ...names], rows };
}

/** Removes rounding errors of binary fractions. */
const tidy = (seconds: number) => Math.round(seconds * 1e6) / 1e6;

/** An edge of a band with three digits: `1.26`, `0.0158`, `126`. */
export function edgeText(ms: number): string {
  return significant(ms);
}

/** Labelled latencies of an axis from the first to the last edge: powers of ten, and 2 and 5 between few of them. */
export function latencyTicks(edgesMs: readonly number[]): number[] {
  const [low = 1, high = 10] = [edgesMs[0], edgesMs.at(-1)];
  const within = (value: number) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
  const decades: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    decades.push(10 ** power);
  }
  const tens = decades.filter(within);
  if (tens.length >= 3) return tens;
  return decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter(within);
}
