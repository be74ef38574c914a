import { describe, expect, it } from 'vitest';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { makeResult } from '../../tests/support/records.ts';
import { cellsOf, planRepetition } from '../experiment/plan.ts';
import { Repetitions } from './repetitions.ts';

const file = (settings: object = {}, protocols = ['rest', 'soap', 'grpc']) => ({
  ...{ wirebench: 1, name: 'Test', load: { model: 'closed', duration: '1s' }, seed: 5 },
  factors: { protocol: protocols, users: 10 },
  repetitions: { until: 'decided', ...settings },
});

/** Throughput of a cell in a repetition; null where it failed. */
type Speeds = (cell: Cell, repetition: number) => number | null;
const wave = (repetition: number, height = 0.3) => 1 + height * Math.sin(9 * repetition);
/** REST and gRPC stay close, and SOAP is far behind. */
const close: Speeds = ({ protocol }, repetition) =>
  ({ rest: 1000, soap: 1, grpc: 1000 * wave(repetition, 0.15) })[protocol as 'rest'];
const clear: Speeds = ({ protocol }, repetition) =>
  ({ rest: 1000, soap: 1, grpc: 3000 })[protocol as 'rest'] * (1 + 0.01 * wave(repetition));
const equal: Speeds = (_cell, repetition) => 1000 + repetition;

interface Scenario {
  readonly file?: ReturnType<typeof file>;
  readonly speeds: Speeds;
  /** Seconds of each repetition. */
  readonly seconds?: number;
  readonly moreMs?: number | null;
  readonly before?: number;
  readonly change?: (trial: TrialResult) => TrialResult;
}

/** Runs repetitions until there are no more. @returns how many cells each one had, and the decision. */
function repeat({ speeds, seconds = 1, moreMs = null, ...rest }: Scenario) {
  const { file: own = file(), before = 0, change = (trial: TrialResult) => trial } = rest;
  const experiment = experimentOf(own);
  const cells = cellsOf(experiment);
  const planned = moreMs === null ? experiment.repetitions : before;
  const repetitions = new Repetitions({
    ...{ experiment, source: JSON.stringify(own), cells, planned, moreMs },
  });
  const results: TrialResult[] = [];
  const counts: string[] = [];
  const measure = (some: readonly Cell[], repetition: number) => {
    for (const cell of some) {
      const throughputRps = speeds(cell, repetition) ?? 0;
      const plain = makeResult(`${repetition} ${describeCell(cell)}`, { cell, repetition });
      const status = throughputRps === 0 ? 'failed' : 'completed';
      results.push(change({ ...plain, index: results.length, throughputRps, status }));
    }
  };
  for (let one = 1; one <= planned; one++) {
    measure(cells, one);
    if (moreMs === null) repetitions.completed(one, results);
  }
  let elapsedMs = moreMs === null ? 1000 * seconds * planned : 0;
  for (
    let next = repetitions.next(elapsedMs);
    next.length > 0;
    next = repetitions.next(elapsedMs)
  ) {
    const [first] = next;
    const [repetition, some] = [first?.repetition ?? 0, next.map(({ cell }) => cell)];
    expect(next).toEqual(
      planRepetition(
        cells.filter((one) => some.includes(one)),
        repetition,
        5,
      ),
    );
    counts.push(
      `${repetition}: ${some
        .map(({ protocol }) => protocol)
        .sort()
        .join(' ')}`,
    );
    measure(some, repetition);
    elapsedMs += 1000 * seconds;
    repetitions.completed(repetition, results);
  }
  expect(repetitions.next(elapsedMs)).toEqual([]);
  return { counts, decision: repetitions.decision, repetitions };
}

const both = 'grpc rest';
const all = 'grpc rest soap';

describe('repetitions until decided', () => {
  it.each<[string, Scenario, counts: string[]]>([
    ['end with the fewest where all is decided', { speeds: clear }, []],
    ['end with the fewest where all are alike', { speeds: equal }, []],
    ['end with the fewest of another number', { speeds: clear, file: file({ atLeast: 5 }) }, []],
    [
      'go on where a decided ratio is rough',
      // 20 times: between 4 and 100 after three repetitions (Student’s t of 14.1), 11 and 38 after four (7.45).
      {
        speeds: ({ protocol }, repetition) =>
          protocol === 'soap' ? 50 * (1 + 0.2 * ((repetition % 3) - 1)) : 1000,
        file: file({}, ['rest', 'soap']),
      },
      ['4: rest soap'],
    ],
    [
      'go on to a look where the fewest are none',
      { speeds: clear, file: file({ atLeast: 8 }) },
      [`9: ${all}`, `10: ${all}`],
    ],
    [
      'drop the cells that are decided, and end with the most',
      { speeds: close, file: file({ atMost: 6 }) },
      [`4: ${both}`, `5: ${both}`, `6: ${both}`],
    ],
    [
      'drop cells at a look alone',
      // SOAP is decided at the fifth, but the sixth has it as well, since the next look is at the seventh.
      {
        speeds: (cell, repetition) =>
          cell.protocol === 'soap' && repetition <= 5
            ? 700 * wave(2 * repetition)
            : close(cell, repetition),
        file: file({ atLeast: 6, atMost: 8 }),
      },
      [`7: ${all}`, `8: ${all}`],
    ],
    [
      'begin none that would end after the time',
      { speeds: close, seconds: 10, file: file({ within: '50s' }) },
      [`4: ${both}`, `5: ${both}`],
    ],
    ['begin none beyond the first where these took the time', { speeds: close, seconds: 41 }, []],
    ['are the fewest where nothing is compared', { speeds: close, file: file({}, ['rest']) }, []],
    [
      'are no more for cells that fail',
      {
        speeds: close,
        change: (trial) =>
          trial.cell.protocol === 'grpc'
            ? { ...trial, requests: { ok: 98, failed: 2, dropped: 0 } }
            : trial,
      },
      [],
    ],
    [
      'are no more for cells that did other work',
      {
        speeds: close,
        change: (trial) => {
          const connections = trial.cell.protocol === 'grpc' ? trial.requests.ok : 1;
          const count = { connections, handshakes: 0, resumed: 0 };
          return { ...trial, opened: { measured: count, all: count } };
        },
      },
      [],
    ],
    [
      'go on with all cells for more time, decided or not',
      { speeds: clear, before: 4, moreMs: 3000 },
      [`5: ${all}`, `6: ${all}`, `7: ${all}`],
    ],
    [
      'go on beyond the most',
      { speeds: close, before: 6, moreMs: 2000, file: file({ atMost: 6 }) },
      [`7: ${all}`, `8: ${all}`],
    ],
    [
      'go on at least once, which is how long one takes',
      { speeds: close, before: 3, moreMs: 1000, seconds: 60 },
      [`4: ${all}`],
    ],
  ])('%s', (_what, scenario, counts) => {
    expect(repeat(scenario).counts).toEqual(counts);
  });

  it('are none where their number is fixed', () => {
    const own = { ...file(), repetitions: 3 };
    const experiment = experimentOf(own);
    const source = JSON.stringify(own);
    const cells = cellsOf(experiment);
    const some = new Repetitions({ experiment, source, cells, planned: 3, moreMs: null });
    expect(some.next(0)).toEqual([]);
  });

  it('tell what is decided after each of them, and when it is judged next', () => {
    const { decision, repetitions } = repeat({ speeds: close, file: file({ atMost: 5 }) });
    const judgements = decision.history.map(({ repetitions: count, pairs }) => [
      count,
      ...pairs.map(
        ({ cell, baseline, judgement, repetitions: own }) =>
          `${cell.protocol}/${baseline.protocol} ${judgement} ${own}`,
      ),
    ]);
    expect(judgements.at(0)).toEqual([
      1,
      ...['soap/rest open 1', 'grpc/rest open 1', 'grpc/soap open 1'],
    ]);
    expect(judgements.at(-1)).toEqual([
      5,
      ...['soap/rest decided 3', 'grpc/rest open 5', 'grpc/soap decided 3'],
    ]);
    expect(decision).toMatchObject({ repetitions: 5, nextLook: null });
    expect(repetitions.expectedMs(5000)).toBe(0);
  });

  it('expect the time until the last comparison is decided, and no more than there is', () => {
    const own = file({ within: '60s' });
    const experiment = experimentOf(own);
    const options = { experiment, source: JSON.stringify(own), cells: cellsOf(experiment) };
    const some = new Repetitions({ ...options, planned: 3, moreMs: null });
    expect(some.decision).toEqual({ repetitions: 0, nextLook: 3, history: [] });
    expect(some.expectedMs(0)).toBe(0);
    const results: TrialResult[] = [];
    for (const repetition of [1, 2, 3]) {
      results.push(
        ...options.cells.map((cell) =>
          makeResult(`${repetition} ${describeCell(cell)}`, {
            ...{ cell, repetition, throughputRps: close(cell, repetition) ?? 0 },
          }),
        ),
      );
      some.completed(repetition, results);
    }
    const open = some.decision.history
      .at(-1)
      ?.pairs.filter(({ judgement }) => judgement === 'open');
    const expected = Math.max(...(open ?? []).map((pair) => pair.expected ?? 1e9));
    expect(some.expectedMs(6000)).toBe(Math.min(54_000, (expected - 3) * 2000));
    expect(some.expectedMs(59_000)).toBe(1000);
    expect(new Repetitions({ ...options, planned: 3, moreMs: 9000 }).expectedMs(2000)).toBe(7000);
  });
});
