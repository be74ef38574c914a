import { type BandCounts, bandEdgeMs, type HeatMap } from '../../contracts/heat-map.ts';
import type { Moment } from './liveHistory.ts';
import type { FigureTable } from './table.ts';

/** A stretch of time and how many requests of it fell into which row. */
export interface HeatColumn {
  readonly start: number;
  /** Seconds. */
  readonly end: number;
  /** `[row, count, row, count, …]`, rows rising from the lowest latency. */
  readonly cells: readonly number[];
}

/** A heat map ready to draw: columns of any length over rows of latency. */
export interface HeatGrid {
  /** Edges of the rows in milliseconds, one more than there are rows. */
  readonly edgesMs: readonly number[];
  readonly columns: readonly HeatColumn[];
  /** Requests per second at the lower edge of each step of colour; the first step has all below. */
  readonly steps: readonly number[];
}

/** Colours of the scale; the last one begins at the top step. */
export const heatSteps = 10;

/** The stored heat map of a trial. */
export function gridOfMap({ edgesMs, columns }: HeatMap): HeatGrid {
  const shaped = columns.map(({ startSeconds, seconds, counts }) => ({
    start: startSeconds,
    end: startSeconds + seconds,
    cells: counts.flatMap((count, row) => (count > 0 ? [row, count] : [])),
  }));
  return { edgesMs, columns: shaped, steps: stepsOf(shaped) };
}

/** The heat map of live moments; null where none of them knows its bands. */
export function gridOfMoments(moments: readonly Moment[]): HeatGrid | null {
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  for (const { bands } of moments) {
    if (bands.length === 0) continue;
    low = Math.min(low, bands[0] ?? low);
    high = Math.max(high, bands.at(-2) ?? high);
  }
  if (high < 0) return null;
  const edgesMs = Array.from({ length: high - low + 2 }, (_, row) => bandEdgeMs(low + row));
  const columns = moments.map(({ at, span, bands }) => ({
    start: at - span,
    end: at,
    cells: shifted(bands, low),
  }));
  return { edgesMs, columns, steps: stepsOf(columns) };
}

function shifted(bands: BandCounts, low: number): readonly number[] {
  return bands.map((value, at) => (at % 2 === 0 ? value - low : value));
}

/**
 * Edges of the steps in requests per second, evenly spaced on a logarithmic scale from one request in
 * the longest column to the most that any cell has, rounded up, so that colours seldom change while a
 * trial runs. Rates and not counts, because columns may differ in length.
 */
function stepsOf(columns: readonly HeatColumn[]): number[] {
  let [top, longest] = [0, 0];
  for (const { start, end, cells } of columns) {
    longest = Math.max(longest, end - start);
    for (let at = 1; at < cells.length; at += 2) {
      top = Math.max(top, (cells[at] ?? 0) / Math.max(1e-3, end - start));
    }
  }
  const bottom = longest > 0 ? 1 / longest : 1;
  const decades = Math.max(0.5, Math.ceil(2 * Math.log10(Math.max(1, top / bottom))) / 2);
  return Array.from(
    { length: heatSteps },
    (_, step) => bottom * 10 ** ((decades * step) / heatSteps),
  );
}

/** The step of a rate in requests per second. */
export function stepOf(steps: readonly number[], rate: number): number {
  const [first = 1, second = 10] = steps;
  const step = Math.floor(Math.log(rate / first) / Math.log(second / first) + 1e-9);
  return Math.min(heatSteps - 1, Math.max(0, step));
}

/** What is under a point of a heat map. */
export interface HeatReading {
  readonly start: number;
  readonly end: number;
  readonly lowMs: number;
  readonly highMs: number;
  readonly count: number;
}

/** @returns null where there is no column or row. @param row counted from the lowest latency. */
export function readHeat(grid: HeatGrid, at: number, row: number): HeatReading | null {
  const column = grid.columns.find(({ start, end }) => at >= start && at < end);
  const [lowMs, highMs] = [grid.edgesMs[row], grid.edgesMs[row + 1]];
  if (!column || lowMs === undefined || highMs === undefined) return null;
  let count = 0;
  for (let cell = 0; cell < column.cells.length; cell += 2) {
    if (column.cells[cell] === row) count = column.cells[cell + 1] ?? 0;
  }
  return { start: column.start, end: column.end, lowMs, highMs, count };
}

/** A rectangle of cells of one step: columns `from` to `to` (exclusive) of one row. */
export interface HeatRun {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** Neighbours of the same colour together, by step; for pictures of few shapes. */
export function heatRuns({ columns, steps }: HeatGrid): HeatRun[][] {
  const runs: HeatRun[][] = Array.from({ length: heatSteps }, () => []);
  const open = new Map<number, { step: number; start: number; end: number }>();
  const close = (row: number) => {
    const run = open.get(row);
    if (run) runs[run.step]?.push({ row, start: run.start, end: run.end });
    open.delete(row);
  };
  for (const { start, end, cells } of columns) {
    const seen = new Set<number>();
    for (let at = 0; at < cells.length; at += 2) {
      const row = cells[at] ?? 0;
      const step = stepOf(steps, (cells[at + 1] ?? 0) / Math.max(1e-3, end - start));
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

/** The figures behind a heat map: a line for each stretch of time, a column for each band of latency. */
export function heatTable(title: string, { edgesMs, columns }: HeatGrid): FigureTable {
  const bands = edgesMs
    .slice(1)
    .map((high, row) => `${edgeText(edgesMs[row] ?? 0)}–${edgeText(high)} ms`);
  const rows = columns.map(({ start, end, cells }) => {
    const counts = new Array<number>(bands.length).fill(0);
    for (let at = 0; at < cells.length; at += 2) counts[cells[at] ?? 0] = cells[at + 1] ?? 0;
    return [tidy(start), tidy(end), ...counts];
  });
  return { caption: title, header: ['From (s)', 'To (s)', ...bands], rows };
}

/** Without the traces of adding binary fractions up. */
const tidy = (seconds: number) => Math.round(seconds * 1e6) / 1e6;

/** An edge of a band with three digits: `1.26`, `0.0158`, `126`. */
export function edgeText(ms: number): string {
  return String(Number(ms.toPrecision(3)));
}

/** Latencies that an axis from the first to the last edge names: powers of ten, and 2 and 5 between few of them. */
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
