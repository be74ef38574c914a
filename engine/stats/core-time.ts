/** Reads a `schedstat` file of Linux. @returns time that its thread was ready to run but had no core, in milliseconds; null when not available. */
export function waitedMsOf(schedstat: string): number | null {
  const [, waited] = schedstat.split(' ');
  const ns = Number(waited);
  return Number.isFinite(ns) ? ns / 1e6 : null;
}

/** Upper end of the first range of waits in milliseconds; each further range ends at twice the one before. */
const lowestMs = 0.125;
const ranges = 14;

/** A count for each range of waits, all zero. */
export function noWaits(): number[] {
  return new Array<number>(ranges).fill(0);
}

/** Counts a sample: the wait of a thread between two readings, in milliseconds. */
export function countWait(waits: number[], ms: number): void {
  const range = ms < lowestMs ? 0 : Math.min(ranges - 1, 1 + Math.floor(Math.log2(ms / lowestMs)));
  waits[range] = (waits[range] ?? 0) + 1;
}

/** Adds the counts of several stretches. @returns null where none has any. */
export function addWaits(parts: readonly (readonly number[] | undefined)[]): number[] | null {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return null;
  return noWaits().map((_zero, range) =>
    known.reduce((sum, counts) => sum + (counts[range] ?? 0), 0),
  );
}

/** Where another program keeps the core busy, one sample in twelve or so finds a long wait; where it is free, one in seventy. */
export const oneIn = 25;

/** Minimum number of long waits, so that single accidents do not count; of few samples, more than one in {@link oneIn}. */
const fewest = 3;

/** Minimum wait of at least one in {@link oneIn} samples in milliseconds: the start of its range. 0 where there are too few. */
export function longWaitMs(waits: readonly number[]): number {
  const all = waits.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(fewest, all / oneIn);
  let longer = 0;
  for (let range = waits.length - 1; range > 0; range--) {
    longer += waits[range] ?? 0;
    if (longer >= rank) return lowestMs * 2 ** (range - 1);
  }
  return 0;
}

/** CPU time of all cores together since the start, in the system's ticks. */
export interface StolenTime {
  readonly worked: number;
  /** Time withheld by the host of this virtual machine. */
  readonly stolen: number;
}

/** Reads the first line of `/proc/stat`. @returns null when not available. */
export function parseStolen(text: string): StolenTime | null {
  const [line = ''] = text.split('\n', 1);
  const [user, nice, system, , , irq, softirq, stolen] = line.split(/ +/).slice(1).map(Number);
  if (stolen === undefined || !Number.isFinite(stolen)) return null;
  const worked = [user, nice, system, irq, softirq].reduce<number>(
    (sum, ticks = 0) => sum + ticks,
    0,
  );
  return { worked, stolen };
}
