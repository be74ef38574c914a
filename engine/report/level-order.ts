import { parse } from 'yaml';
import { z } from 'zod';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { type FactorName, factorNames, factorsSchema } from '../../contracts/experiment/factors.ts';

type Level = string | number;

/** Sorts cells in the order of the experiment, regardless of execution order. */
export interface LevelOrder {
  /** Factors with several levels among the cells, in the order of the file. */
  readonly varied: readonly FactorName[];
  /** Levels of a factor that occur among the cells, in order. */
  levels(factor: FactorName): Level[];
  compare(a: Cell, b: Cell): number;
}

const levelListSchema = z.array(z.union([z.string(), z.number()])).catch([]);
const listedSchema = z.object({ factors: z.record(z.string(), z.unknown()).catch({}) });

/** A level as in cells, where mappings of the file are texts. */
function levelNames(factor: FactorName, level: unknown): Level[] {
  if (typeof level === 'string' || typeof level === 'number') return [level];
  const schema: z.ZodType = factorsSchema.shape[factor];
  return levelListSchema.parse(schema.safeParse([level]).data);
}

/**
 * @param experiment the experiment file as it was run (YAML).
 * @param cells the run's cells; levels that the file does not list follow in their order.
 */
export function levelOrder(experiment: string, cells: readonly Cell[]): LevelOrder {
  const listed = listedLevels(experiment);
  const orders = new Map<FactorName, Level[]>();
  for (const factor of factorNames) {
    const used = new Set<Level>(cells.flatMap((cell) => cell[factor] ?? []));
    const known = [listed[factor] ?? []]
      .flat()
      .flatMap((one) => levelNames(factor, one))
      .filter((one) => used.has(one));
    orders.set(factor, [...new Set([...known, ...used])]);
  }
  const levels = (factor: FactorName) => orders.get(factor) ?? [];
  /** Cells without a level of the factor, such as users in open load, come first. */
  const place = (factor: FactorName, cell: Cell) => {
    const level = cell[factor];
    return level === undefined ? -1 : levels(factor).indexOf(level);
  };
  const keys = Object.keys(listed);
  return {
    varied: factorNames
      .filter((factor) => levels(factor).length > 1)
      .sort((a, b) => keys.indexOf(a) - keys.indexOf(b)),
    levels,
    compare: (a, b) => {
      for (const factor of factorNames) {
        const difference = place(factor, a) - place(factor, b);
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}

function listedLevels(experiment: string): Record<string, unknown> {
  try {
    const read = listedSchema.safeParse(parse(experiment, { logLevel: 'error' }));
    return read.success ? read.data.factors : {};
  } catch {
    // The text only determines the order here; the validator reports its errors.
    return {};
  }
}
