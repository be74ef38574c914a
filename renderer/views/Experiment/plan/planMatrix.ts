import {
  type Cell,
  describeSurroundings,
  type PlannedTrial,
  surroundings,
} from '../../../../contracts/experiment/cell.ts';
import {
  databaseLevelSchema,
  datesLevelSchema,
  fieldsLevelSchema,
  gatewayLevelSchema,
} from '../../../../contracts/experiment/environment-factors.ts';
import { type FactorName, factorNames } from '../../../../contracts/experiment/experiment.ts';
import { clientKinds, type LevelUnit, protocols, tlsLevels } from '../../../../contracts/words.ts';
import { workloads } from '../../../../contracts/workloads/registry.ts';
import { levelOf, levelsOfCells, levelUnit } from '../../../data/loadLevel.ts';

/** One cell of the picture: how often it runs. */
export interface MatrixEntry {
  readonly cell: Cell;
  readonly trials: number;
}

/** A column group: all columns of one shape. */
export interface MatrixGroup {
  readonly shape: string;
  /** Users or rates; one null where the load sets its own levels. */
  readonly levels: readonly (number | null)[];
}

export interface PlanMatrix {
  /** What the levels count; null where the load sets its own. */
  readonly of: LevelUnit | null;
  readonly groups: readonly MatrixGroup[];
  /** Rows are the combinations of protocol, TLS and client; entries follow the columns. */
  readonly rows: readonly {
    readonly cell: Cell;
    /** Levels of the row besides its protocol, where they vary. */
    readonly detail: string;
    readonly entries: readonly (MatrixEntry | null)[];
  }[];
  /** Factors with one level, which the picture leaves out. */
  readonly constant: readonly { readonly factor: FactorName; readonly level: string }[];
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

/** Levels in the order in which people name them. */
const known: Record<FactorName, readonly unknown[]> = {
  protocol: protocols,
  shape: Object.values(workloads).flatMap(({ shapes }) => shapes.map(({ name }) => name)),
  users: [],
  rate: [],
  tls: tlsLevels,
  client: clientKinds,
  gateway: gatewayLevelSchema.options,
  database: databaseLevelSchema.options,
  network: [],
  fields: fieldsLevelSchema.options,
  dates: datesLevelSchema.options,
};

/** The levels that occur, sorted: the order of the trials may be random. */
function levels<F extends FactorName>(cells: readonly Cell[], factor: F): Cell[F][] {
  const found = distinct(cells.map((cell) => cell[factor]));
  if (factor === 'users' || factor === 'rate') return found.sort((a, b) => Number(a) - Number(b));
  const order = known[factor];
  const rank = (level: unknown) => (order.includes(level) ? order.indexOf(level) : order.length);
  return found.sort((a, b) => rank(a) - rank(b));
}

function placeKey(cell: Cell, level: number | null): string {
  const { protocol, shape, tls, client } = cell;
  return [protocol, shape, level, tls, client, ...describeSurroundings(cell)].join('|');
}

const placeOf = (cell: Cell) => placeKey(cell, levelOf(cell));

function detailOf(cell: Cell, cells: readonly Cell[]): string {
  const tls =
    levels(cells, 'tls').length > 1
      ? [/^tls|^mtls/.test(cell.tls) ? cell.tls : `tls ${cell.tls}`]
      : [];
  const client = levels(cells, 'client').length > 1 ? [cell.client] : [];
  const around = surroundings
    .filter((name) => levels(cells, name).length > 1)
    .map((name) => `${name} ${cell[name]}`);
  return [...tls, ...client, ...around].join(' · ');
}

/** Arranges the planned trials as a table: protocol, TLS and client down, shape and level across. */
export function planMatrix(trials: readonly PlannedTrial[]): PlanMatrix {
  const cells = trials.map(({ cell }) => cell);
  const counts = new Map<string, MatrixEntry>();
  for (const cell of cells) {
    counts.set(placeOf(cell), { cell, trials: (counts.get(placeOf(cell))?.trials ?? 0) + 1 });
  }
  const across = levelsOfCells(cells);
  const groups = levels(cells, 'shape').map((shape) => ({ shape, levels: across }));
  const rows = levels(cells, 'protocol').flatMap((protocol) =>
    levels(cells, 'tls').flatMap((tls) =>
      levels(cells, 'client').map((client) => ({ protocol, tls, client })),
    ),
  );
  return {
    of: levelUnit(cells),
    groups,
    rows: rows.map((row) => ({
      cell: { ...row, shape: groups[0]?.shape ?? '' },
      detail: detailOf({ ...row, shape: '' }, cells),
      entries: groups.flatMap(({ shape }) =>
        across.map((level) => counts.get(placeKey({ ...row, shape }, level)) ?? null),
      ),
    })),
    constant: factorNames
      .filter((factor) => levels(cells, factor).length === 1)
      .map((factor) => ({ factor, level: cells[0]?.[factor] }))
      .flatMap(({ factor, level }) =>
        level === undefined ? [] : [{ factor, level: String(level) }],
      ),
  };
}
