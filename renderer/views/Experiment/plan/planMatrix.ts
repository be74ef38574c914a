import {
  type Cell,
  describeSurrounding,
  type PlannedTrial,
} from '../../../../contracts/experiment/cell.ts';
import {
  type FactorName,
  factorNames,
  surroundings,
} from '../../../../contracts/experiment/factors.ts';
import { settingAt } from '../../../../contracts/experiment/settings.ts';
import { type LevelUnit, protocols } from '../../../../contracts/words.ts';
import { levelOf, levelsOfCells, levelUnit } from '../../../../metrics/levels.ts';
import { workloads } from '../../../../workloads/registry.ts';

/** One cell of the picture: how often it runs. */
export interface MatrixEntry {
  readonly cell: Cell;
  readonly trials: number;
}

/** A column group: all columns of one shape. */
interface MatrixGroup {
  readonly shape: string;
  /** Users or rates; a single null if the load sets its own levels. */
  readonly levels: readonly (number | null)[];
}

export interface PlanMatrix {
  /** Unit of the levels; null if the load sets its own. */
  readonly of: LevelUnit | null;
  readonly groups: readonly MatrixGroup[];
  /** Rows are the combinations of protocol, TLS, client and surroundings; entries follow the columns. */
  readonly rows: readonly {
    readonly cell: Cell;
    /** Varying levels of the row besides its protocol. */
    readonly detail: string;
    readonly entries: readonly (MatrixEntry | null)[];
  }[];
  /** Factors with one level, which the picture omits. */
  readonly constant: readonly { readonly factor: FactorName; readonly level: string }[];
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

/** Levels in the order in which people name them. */
function known(factor: FactorName): readonly unknown[] {
  if (factor === 'protocol') return protocols;
  if (factor !== 'shape') return Object.keys(settingAt(`factors.${factor}`)?.choices ?? {});
  return Object.values(workloads).flatMap(({ shapes }) => shapes.map(({ name }) => name));
}

/** The levels that occur, sorted: the order of the trials may be random. */
function levels<F extends FactorName>(cells: readonly Cell[], factor: F): Cell[F][] {
  const found = distinct(cells.map((cell) => cell[factor]));
  if (factor === 'users' || factor === 'rate') return found.sort((a, b) => Number(a) - Number(b));
  const order = known(factor);
  const rank = (level: unknown) => (order.includes(level) ? order.indexOf(level) : order.length);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Factors whose levels are rows; shapes and levels of load are columns. */
const down: readonly FactorName[] = ['protocol', 'tls', 'client', ...surroundings];

function rowKey(cell: Cell): string {
  return JSON.stringify(down.map((factor) => cell[factor] ?? null));
}

const placeKey = (row: string, shape: string, level: number | null) => `${row} ${shape} ${level}`;
const gridPlace = (cell: Cell) => placeKey(rowKey(cell), cell.shape, levelOf(cell));

/** A cell of each row, in the order of the levels. */
function rowsOf(cells: readonly Cell[]): Cell[] {
  const orders = down.map((factor) => [factor, levels(cells, factor)] as const);
  const ranks = (cell: Cell) => orders.map(([factor, order]) => order.indexOf(cell[factor]));
  const rows = [...new Map(cells.map((cell) => [rowKey(cell), cell])).values()];
  return rows.sort((a, b) => {
    const [first, second] = [ranks(a), ranks(b)];
    const at = first.findIndex((rank, index) => rank !== second[index]);
    return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
  });
}

function detailOf(cell: Cell, cells: readonly Cell[]): string {
  const tls =
    levels(cells, 'tls').length > 1
      ? [/^tls|^mtls/.test(cell.tls) ? cell.tls : `tls ${cell.tls}`]
      : [];
  const client = levels(cells, 'client').length > 1 ? [cell.client] : [];
  const around = surroundings
    .filter((name) => levels(cells, name).length > 1)
    .flatMap((name) => describeSurrounding(name, cell) ?? []);
  return [...tls, ...client, ...around].join(' · ');
}

/** Arranges the planned trials as a table: protocol, TLS and client down, shape and level across. */
export function planMatrix(trials: readonly PlannedTrial[]): PlanMatrix {
  const cells = trials.map(({ cell }) => cell);
  const counts = new Map<string, MatrixEntry>();
  for (const cell of cells) {
    counts.set(gridPlace(cell), { cell, trials: (counts.get(gridPlace(cell))?.trials ?? 0) + 1 });
  }
  const across = levelsOfCells(cells);
  const groups = levels(cells, 'shape').map((shape) => ({ shape, levels: across }));
  return {
    of: levelUnit(cells),
    groups,
    rows: rowsOf(cells).map((cell) => ({
      cell,
      detail: detailOf(cell, cells),
      entries: groups.flatMap(({ shape }) =>
        across.map((level) => counts.get(placeKey(rowKey(cell), shape, level)) ?? null),
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
