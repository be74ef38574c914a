import pLimit from 'p-limit';
import { seededRandom } from '../../engine/stats/random.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import type { Kind } from './kind.ts';
import { isBroken, type KindReport, Tally } from './tally.ts';

export interface TurnOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Maximum number of tries of each sort; default as many as there is time for. */
  readonly most?: number;
  readonly plant?: string | null;
}

/** Runs one kind for its share of the time. */
export async function takeTurn(kind: Kind, options: TurnOptions): Promise<KindReport> {
  const { seed, seconds, most = Number.MAX_SAFE_INTEGER, plant = null } = options;
  const tally = new Tally();
  const folder = makeFolder();
  const start = performance.now();
  try {
    await kind.run({
      ...{ seed, most, plant, folder },
      // A plant has to be found only once.
      get deadline() {
        return plant !== null && tally.isBroken ? 0 : start + seconds * 1000;
      },
      random: seededRandom(seed),
      tried: (what, outcome, times) => tally.count(what, outcome, times),
      broken: (breach) => tally.breach(breach),
      measured: (measure, value) => tally.measure(measure, value),
      table: (table) => tally.table(table),
      without: (what, reason) => tally.missing(what, reason),
    });
  } finally {
    removeFolder(folder);
  }
  const { name, promise, expected } = kind;
  const took = (performance.now() - start) / 1000;
  return tally.report({ kind: name, promise, expected, seconds: took });
}

export interface PlantReport {
  readonly plant: string;
  readonly found: boolean;
  /** What could not be tried here, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Plants each fault of a kind, and checks whether the kind finds it. */
export async function findPlants(
  kind: Kind,
  options: Omit<TurnOptions, 'plant'>,
): Promise<PlantReport[]> {
  const inTurn = pLimit(kind.plantsAtOnce ?? 1);
  return inTurn.map(kind.plants, async (plant) => {
    const report = await takeTurn(kind, { ...options, plant });
    return { plant, found: isBroken(report), missing: report.missing };
  });
}
