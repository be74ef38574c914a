import type { Cell, PlannedTrial } from '../../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../../contracts/experiment/experiment.ts';
import { shapeNames } from '../../../../contracts/experiment/shape.ts';
import { clientKinds, protocols, tlsLevels } from '../../../../contracts/words.ts';

/** One cell of the picture: how often it runs. */
export interface MatrixEntry {
  readonly cell: Cell;
  readonly trials: number;
}

/** A column group: all columns of one shape. */
export interface MatrixGroup {
  readonly shape: string;
  readonly users: readonly number[];
}

export interface PlanMatrix {
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
  shape: shapeNames,
  users: [],
  tls: tlsLevels,
  client: clientKinds,
};

/** The levels that occur, sorted: the order of the trials may be random. */
function levels<F extends FactorName>(cells: readonly Cell[], factor: F): Cell[F][] {
  const found = distinct(cells.map((cell) => cell[factor]));
  if (factor === 'users') return found.sort((a, b) => Number(a) - Number(b));
  const order = known[factor];
  const rank = (level: unknown) => (order.includes(level) ? order.indexOf(level) : order.length);
  return found.sort((a, b) => rank(a) - rank(b));
}

const keyOf = (cell: Cell) => factorNames.map((factor) => cell[factor]).join('|');

function detailOf(cell: Cell, cells: readonly Cell[]): string {
  const tls =
    levels(cells, 'tls').length > 1
      ? [/^tls|^mtls/.test(cell.tls) ? cell.tls : `tls ${cell.tls}`]
      : [];
  const client = levels(cells, 'client').length > 1 ? [cell.client] : [];
  return [...tls, ...client].join(' · ');
}

/** Arranges the planned trials as a table: protocol, TLS and client down, shape and users across. */
export function planMatrix(trials: readonly PlannedTrial[]): PlanMatrix {
  const cells = trials.map(({ cell }) => cell);
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(keyOf(cell), (counts.get(keyOf(cell)) ?? 0) + 1);
  const users = levels(cells, 'users');
  const groups = levels(cells, 'shape').map((shape) => ({ shape, users }));
  const columns = groups.flatMap(({ shape }) => users.map((count) => ({ shape, users: count })));
  const rows = levels(cells, 'protocol').flatMap((protocol) =>
    levels(cells, 'tls').flatMap((tls) =>
      levels(cells, 'client').map((client) => ({ protocol, tls, client })),
    ),
  );
  return {
    groups,
    rows: rows.map((row) => {
      const entries = columns.map((column) => {
        const cell: Cell = { ...row, ...column };
        const count = counts.get(keyOf(cell));
        return count === undefined ? null : { cell, trials: count };
      });
      const cell: Cell = { ...row, shape: columns[0]?.shape ?? '', users: columns[0]?.users ?? 0 };
      return { cell, detail: detailOf(cell, cells), entries };
    }),
    constant: factorNames
      .filter((factor) => levels(cells, factor).length === 1)
      .map((factor) => ({ factor, level: String(cells[0]?.[factor] ?? '') })),
  };
}
