import pLimit from 'p-limit';
import { makeFolder, removeFolder } from '../support/folder.ts';
import type { Breach, Kind, KindReport, Outcome, Table } from './kind.ts';

/** Breaches whose text is kept; all are counted. */
const maxBreaches = 20;

export interface TurnOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Maximum number of tries of each sort; default as many as there is time for. */
  readonly most?: number;
  readonly plant?: string | null;
}

/** Runs one kind for its share of the time, and counts its tries. */
export async function takeTurn(kind: Kind, options: TurnOptions): Promise<KindReport> {
  const { seed, seconds, most = Number.MAX_SAFE_INTEGER, plant = null } = options;
  const rows = new Map<string, Record<Outcome, number>>();
  const breaches: Breach[] = [];
  const tables: Table[] = [];
  const measures: Record<string, number> = {};
  const missing: Record<string, string> = {};
  const count = (what: string, outcome: Outcome, times = 1) => {
    const row = rows.get(what) ?? { unharmed: 0, reported: 0, lost: 0, broken: 0 };
    row[outcome] += times;
    rows.set(what, row);
  };
  const folder = makeFolder();
  const start = performance.now();
  try {
    await kind.run({
      ...{ seed, most, plant, folder, tried: count },
      // A plant has to be found only once.
      get deadline() {
        return plant !== null && breaches.length > 0 ? 0 : start + seconds * 1000;
      },
      broken: (breach) => {
        count(breach.what, 'broken');
        if (breaches.length < maxBreaches) breaches.push(breach);
      },
      measured: (name, value) => {
        measures[name] = Math.max(value, measures[name] ?? value);
      },
      table: (table) => void tables.push(table),
      without: (what, reason) => {
        missing[what] = reason;
      },
    });
  } finally {
    removeFolder(folder);
  }
  return {
    ...{ kind: kind.name, promise: kind.promise, expected: kind.expected },
    ...{ seconds: (performance.now() - start) / 1000, breaches, measures, tables, missing },
    rows: [...rows].map(([what, counts]) => ({ what, counts })),
  };
}

/** Plants each fault of a kind. @returns whether the kind finds it, and what could not be tried here. */
export function findPlants(kind: Kind, options: TurnOptions) {
  return pLimit(kind.plantsAtOnce ?? 1).map(kind.plants, async (plant) => {
    const { breaches, missing } = await takeTurn(kind, { ...options, plant });
    return { plant, found: breaches.length > 0, missing: Object.values(missing) };
  });
}
