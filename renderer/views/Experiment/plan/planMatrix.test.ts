import { expect, it } from 'vitest';
import type { Cell, PlannedTrial } from '../../../../contracts/experiment/cell.ts';
import { planMatrix } from './planMatrix.ts';

function trialsOf(cells: readonly Cell[], repetitions = 1): PlannedTrial[] {
  return cells.flatMap((cell) =>
    Array.from({ length: repetitions }, (_, index) => ({ index, cell, repetition: index + 1 })),
  );
}

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };

it('counts repetitions and names what is constant, and sorts levels whatever the order of the trials', () => {
  const matrix = planMatrix(trialsOf([cell, { ...cell, protocol: 'grpc' }], 3));
  expect(matrix.rows.map((row) => row.entries.map((entry) => entry?.trials))).toEqual([[3], [3]]);
  expect(matrix.constant.map(({ factor }) => factor)).toEqual(['shape', 'users', 'tls', 'client']);
  const mixed = (['grpc', 'rest'] as const).map((protocol) => ({ ...cell, protocol }));
  const { rows } = planMatrix(trialsOf(mixed));
  expect(rows.map((row) => row.cell.protocol)).toEqual(['rest', 'grpc']);
  const cells = [50, 10, 200].map((users) => ({ ...cell, users }));
  expect(planMatrix(trialsOf(cells)).groups).toEqual([{ shape: 'small', levels: [10, 50, 200] }]);
});

it('has a row for each combination of surroundings, with its trials', () => {
  const cells = (['off', 'on'] as const).flatMap((gateway) =>
    ['per-user', 'rest per-user'].map((connections) => ({ ...cell, gateway, connections })),
  );
  const { rows } = planMatrix(trialsOf(cells, 2));
  expect(rows.flatMap((row) => row.entries.map((entry) => entry?.trials))).toEqual([2, 2, 2, 2]);
  expect(new Set(rows.map(({ detail }) => detail)).size).toBe(4);
});

it.each<[keyof Cell, Cell[keyof Cell][], string[]]>([
  ['stack', ['node', 'go'], ['Node', 'Go']],
  ['tls', ['off', 'on'], ['tls off', 'tls on']],
])('distinguishes rows by what varies besides the protocol: %s', (factor, levels, details) => {
  const cells = levels.map((level) => ({ ...cell, [factor]: level }));
  expect(planMatrix(trialsOf(cells)).rows.map(({ detail }) => detail)).toEqual(details);
});

it('leaves a gap if a combination does not run, and has columns by shape only if the load sets its own levels', () => {
  const cells = [cell, { ...cell, protocol: 'soap' as const, users: 20 }];
  const [rest] = planMatrix(trialsOf(cells)).rows;
  expect(rest?.entries.map((entry) => entry?.trials ?? null)).toEqual([1, null]);
  const { users: _users, ...own } = cell;
  const matrix = planMatrix(trialsOf([own, { ...own, shape: 'large' }], 2));
  expect(matrix.of).toBeNull();
  expect(matrix.groups.map(({ levels }) => levels)).toEqual([[null], [null]]);
  expect(matrix.rows[0]?.entries.map((entry) => entry?.trials)).toEqual([2, 2]);
  expect(matrix.constant.map(({ factor }) => factor)).toEqual(['protocol', 'tls', 'client']);
});

it('has the rates of open load as columns, and none without trials', () => {
  const { users: _users, ...own } = cell;
  const matrix = planMatrix(trialsOf([200, 50].map((rate) => ({ ...own, rate }))));
  expect(matrix).toMatchObject({ of: 'rate', groups: [{ levels: [50, 200] }] });
  expect(planMatrix([])).toEqual({ of: null, groups: [], rows: [], constant: [] });
});
