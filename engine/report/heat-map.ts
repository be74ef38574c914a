import { addBands, type BandCounts, bandEdgeMs, type HeatMap } from '../../contracts/heat-map.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { bandsOf } from '../run/latency-bands.ts';
import { Histogram } from '../stats/histogram.ts';

interface Column {
  readonly startMs: number;
  readonly endMs: number;
  readonly bands: BandCounts;
}

/**
 * Latency over time, for intervals up to the end of the window; empty bands are left out at both ends.
 * @param maxColumns columns that fit into a figure; longer trials have longer columns.
 */
export function heatMapOf(intervals: readonly Interval[], maxColumns = 600): HeatMap {
  let columns: readonly Column[] = intervals
    .filter(({ phase }) => phase !== 'drain')
    .map(({ startMs, lengthMs, latency }) => ({
      startMs,
      endMs: startMs + lengthMs,
      bands: bandsOf(Histogram.fromData(latency)),
    }));
  while (columns.length > maxColumns) columns = halved(columns);
  const used = columns.flatMap(({ bands }) => [...usedBands(bands)]);
  if (used.length === 0) return { edgesMs: [], columns: [] };
  const low = used.reduce((least, band) => Math.min(least, band));
  const count = used.reduce((most, band) => Math.max(most, band)) - low + 1;
  return {
    edgesMs: Array.from({ length: count + 1 }, (_, index) => bandEdgeMs(low + index)),
    columns: columns.map(({ startMs, endMs, bands }) => ({
      startSeconds: startMs / 1000,
      seconds: (endMs - startMs) / 1000,
      counts: dense(bands, low, count),
    })),
  };
}

function* usedBands(bands: BandCounts): Generator<number> {
  for (let at = 0; at < bands.length; at += 2) yield bands[at] ?? 0;
}

function dense(bands: BandCounts, low: number, length: number): number[] {
  const counts = new Array<number>(length).fill(0);
  for (let at = 0; at < bands.length; at += 2) {
    counts[(bands[at] ?? 0) - low] = bands[at + 1] ?? 0;
  }
  return counts;
}

/** Merges neighbours in pairs; an odd one at the end stays. */
function halved(columns: readonly Column[]): Column[] {
  const result: Column[] = [];
  for (let index = 0; index < columns.length; index += 2) {
    const [a, b] = [columns[index], columns[index + 1]];
    if (!a) continue;
    const merged = b && { startMs: a.startMs, endMs: b.endMs, bands: addBands(a.bands, b.bands) };
    result.push(merged ?? a);
  }
  return result;
}
