import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { analysisSchema } from '../../contracts/result.ts';
import { gridPlace } from '../../metrics/two-way.ts';
import { trialsOf as madeTrials } from '../../tests/support/made-finding.ts';
import { makeCell, makeResult } from '../../tests/support/records.ts';
import { seededRandom } from '../stats/random.ts';
import { orderedRun } from './comparisons.ts';
import { analyseTwoWay } from './two-way.ts';

const random = seededRandom(3);

interface CellTrials {
  readonly cell: Partial<Cell>;
  readonly rps: number;
  readonly repetitions?: number;
}

/** Trials that scatter by some percent around a value for each cell. */
const trialsOf = (cells: readonly CellTrials[], part: Partial<TrialResult> = {}) =>
  madeTrials(
    cells.map(({ cell, rps, repetitions = 3 }) => [
      makeCell(cell),
      Array.from({ length: repetitions }, () => rps * (1 + 0.02 * random())),
    ]),
    part,
  );

const analyse = (trials: readonly TrialResult[]) => analyseTwoWay(orderedRun('', trials));

/** REST and gRPC without and with TLS, which costs a hundredth of what the protocol does. */
const plain: readonly CellTrials[] = [
  { cell: { protocol: 'rest', tls: 'off' }, rps: 1000 },
  { cell: { protocol: 'rest', tls: 'on' }, rps: 900 },
  { cell: { protocol: 'grpc', tls: 'off' }, rps: 4000 },
  { cell: { protocol: 'grpc', tls: 'on' }, rps: 3500 },
];

describe('which of two factors decides', () => {
  it('is reported with shares that add up, their intervals, and the means of the cells', () => {
    const [grid, ...more] = analyse(trialsOf(plain));
    expect(more).toEqual([]);
    expect(analysisSchema.shape.twoWay.parse([grid])).toEqual([grid]);
    expect(grid).toMatchObject({
      a: { factor: 'protocol', levels: ['rest', 'grpc'] },
      b: { factor: 'tls', levels: ['off', 'on'] },
      trials: [
        [3, 3],
        [3, 3],
      ],
      leftOut: [],
    });
    const [throughput] = grid?.metrics ?? [];
    expect(throughput?.metric).toBe('throughput');
    const hundreds = throughput?.means.flat().map((mean) => Math.round((mean ?? 0) / 100));
    expect(hundreds).toEqual([10, 40, 9, 35]);
    expect(throughput?.finding).toMatchSnapshot();
    // Latencies of these records do not scatter, so they have no analysis.
    expect(grid?.metrics).toHaveLength(1);
  });

  it('says that one repetition cannot distinguish an interaction from noise', () => {
    const [grid] = analyse(trialsOf(plain.map((one) => ({ ...one, repetitions: 1 }))));
    expect(grid?.metrics[0]?.interaction).toBeNull();
    expect(grid?.metrics[0]?.finding).toMatchSnapshot();
  });

  it('claims nothing where the two are equal, or both are noise', () => {
    const equal = plain.map(({ cell }) => ({
      cell,
      rps: 1000 * (cell.protocol === 'grpc' ? 2 : 1) * (cell.tls === 'on' ? 0.5 : 1),
    }));
    expect(analyse(trialsOf(equal))[0]?.metrics[0]?.finding).toMatchSnapshot();
    const noise = plain.map(({ cell }) => ({ cell, rps: 1000 }));
    expect(analyse(trialsOf(noise))[0]?.metrics[0]?.finding).toMatchSnapshot();
  });

  it('says so where the effect of a factor depends on the other', () => {
    const crossed = plain.map(({ cell }) => ({
      cell,
      rps: (cell.protocol === 'grpc') === (cell.tls === 'on') ? 3000 : 1000,
    }));
    expect(analyse(trialsOf(crossed))[0]?.metrics[0]?.finding).toMatchSnapshot();
  });

  it('leaves out levels with few cells, and names what is missing', () => {
    const cells = (['rest', 'grpc'] as const).flatMap((protocol) =>
      ['small', 'medium', 'large'].map((shape) => ({ cell: { protocol, shape }, rps: 1000 })),
    );
    const [full] = analyse(
      trialsOf([...cells, { cell: { protocol: 'soap', shape: 'small' }, rps: 500 }]),
    );
    expect(full?.a.levels).toEqual(['rest', 'grpc']);
    expect(full?.metrics[0]?.finding).toContain(
      'Left out, because too many of its cells are missing: SOAP.',
    );
    const [nearly] = analyse(trialsOf(cells.slice(1)));
    expect(nearly?.trials).toEqual([
      [3, 3],
      [3, 3],
      [0, 3],
    ]);
    expect(nearly?.metrics[0]?.finding).toContain('1 cell of the grid is missing.');
    expect(analyse(trialsOf(plain.slice(1)))).toEqual([]);
  });

  it('has a grid for each level of load, the highest first, and for each pair of factors, shapes last', () => {
    const cells = [10, 50].flatMap((users) =>
      ['small', 'large'].flatMap((shape) =>
        plain.map(({ cell, rps }) => ({ cell: { ...cell, users, shape }, rps })),
      ),
    );
    const grids = analyse(trialsOf(cells));
    const places = grids.map((grid) => `${grid.a.factor} ${grid.b.factor}: ${gridPlace(grid)}`);
    expect(places).toMatchSnapshot();
  });

  it('supports the stack as a factor, with two of its five', () => {
    const cells = (['node', 'go'] as const).flatMap((stack, place) => [
      { cell: { protocol: 'rest' as const, stack }, rps: 1000 * 3 ** place },
      { cell: { protocol: 'grpc' as const, stack }, rps: 1200 * 3 ** place },
    ]);
    const [grid] = analyse(trialsOf(cells));
    expect(grid?.b).toEqual({ factor: 'stack', levels: ['node', 'go'] });
    expect(grid?.metrics[0]?.finding).toMatchSnapshot();
  });

  it('says when the load generator was the limit, and excludes the throughput of open load', () => {
    const client = { ...makeResult('').client, verdict: 'client-bound' as const };
    expect(analyse(trialsOf(plain, { client }))[0]?.metrics[0]?.finding).toContain(
      'The load generator was the limit in 12 of 12 trials',
    );
    const open = plain.map(({ cell, rps }) => ({
      cell: { ...cell, users: undefined, rate: 50 },
      rps,
    }));
    expect(analyse(trialsOf(open))).toEqual([]);
  });
});
