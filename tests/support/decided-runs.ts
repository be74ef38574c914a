import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { at200, grpc, noise, rate, rest, runOf, soap, trialOf } from './made-runs.ts';
import { makeHead, makeRound } from './records.ts';

/** Runs whose repetitions ended when comparisons were decided, and runs of which requests fail. */

interface OfCell {
  readonly speed: number;
  readonly scatter?: number;
  /** Repetitions after which it was not measured any more. */
  readonly until?: number;
}

/** A run of repetitions until decided, on a machine that becomes faster as time goes by. */
function decidedRun(
  cells: readonly (readonly [Partial<Cell>, OfCell])[],
  {
    repetitions = 10,
    settings = 'decided',
    change = (trial: TrialResult): TrialResult => trial,
  } = {},
): ResultDocument {
  const trials = cells.flatMap(([cell, { speed, scatter = 0.002, until = repetitions }], place) =>
    Array.from({ length: until }, (_none, index) => {
      const plain = trialOf(cell, place + cells.length * index, index + 1);
      const times = speed * 1.2 ** index * noise(scatter);
      const latencyMs = { ...plain.latencyMs, p50: 4 / times, p95: 9 / times };
      return change({ ...plain, throughputRps: 1000 * times, latencyMs });
    }),
  );
  const experiment = `wirebench: 1\nname: Example\nrepetitions: ${settings}\n`;
  return buildDocument(makeHead({ experiment, plannedTrials: trials.length }), trials);
}

/** Levels of load, of which the third has the peak. */
function atLevels(trial: TrialResult): TrialResult {
  const rounds = [1, 2, 4, 3.99, 3.98].map((times, level) =>
    makeRound(level, 2 ** level, { throughputRps: (trial.throughputRps * times) / 4 }),
  );
  return { ...trial, rounds };
}

export function decidedRuns(): Record<string, ResultDocument> {
  const graphql = at200({ protocol: 'graphql' });
  const rsocket = at200({ protocol: 'rsocket' });
  const shapes = (speeds: readonly number[]) =>
    speeds.flatMap((speed, index) => [
      [{ ...rest, shape: `s${index}` }, { speed: 1 }] as const,
      [
        { ...grpc, shape: `s${index}` },
        { speed, scatter: speed === 1.01 ? 0.2 : 0.002 },
      ] as const,
    ]);
  const tls = (protocol: Partial<Cell>, speed: number, cost: number) =>
    [
      [{ ...protocol, tls: 'off' }, { speed }],
      [{ ...protocol, tls: 'on' }, { speed: speed * cost }],
    ] as const;
  const ladders = [
    [{ ...rest, users: undefined }, { speed: 1 }],
    [
      { ...soap, users: undefined },
      { speed: 0.5, until: 3 },
    ],
    [{ ...grpc, users: undefined }, { speed: 1.002 }],
  ] as const;
  return {
    'a winner': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 2 }],
    ]),
    'a winner, an equal and an open one': decidedRun([
      [rest, { speed: 1 }],
      [soap, { speed: 0.5 }],
      [grpc, { speed: 1.001 }],
      [graphql, { speed: 0.97, scatter: 0.15 }],
    ]),
    'a winner of more than can be named': decidedRun(
      [rest, soap, grpc, graphql, rsocket].map((cell, at) => [cell, { speed: 1.3 ** at }] as const),
    ),
    equals: decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.001 }],
    ]),
    'three equals': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.001 }],
      [soap, { speed: 0.999 }],
    ]),
    'a difference within the margin': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.03, scatter: 0.001 }],
    ]),
    'the same difference with a smaller margin': decidedRun(
      [
        [rest, { speed: 1 }],
        [grpc, { speed: 1.03, scatter: 0.001 }],
      ],
      { settings: '{ until: decided, margin: 1% }' },
    ),
    'a difference beyond the margin': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.06, scatter: 0.001 }],
      [soap, { speed: 1.01, scatter: 0.001 }],
    ]),
    'differences at the margin': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.05, scatter: 0.01 }],
      [soap, { speed: 0.96, scatter: 0.02 }],
    ]),
    'a difference within a wide margin': decidedRun(
      [
        [rest, { speed: 1 }],
        [grpc, { speed: 1.1 }],
      ],
      { settings: '{ until: decided, margin: 20% }' },
    ),
    'no winner': decidedRun(
      [
        [rest, { speed: 1, scatter: 0.2 }],
        [grpc, { speed: 1.1, scatter: 0.2 }],
      ],
      { repetitions: 3 },
    ),
    'a winner that was dropped while the machine was slow': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.01, scatter: 0.1 }],
      [soap, { speed: 1.5, until: 4 }],
    ]),
    'one that was hardly measured': decidedRun([
      [rest, { speed: 1 }],
      [grpc, { speed: 1.5 }],
      [soap, { speed: 1.2, until: 2 }],
    ]),
    latencies: decidedRun([
      [rate('rest', 500), { speed: 1 }],
      [rate('grpc', 500), { speed: 3 }],
      [rate('soap', 500), { speed: 2.99 }],
      [rate('graphql', 500), { speed: 2 }],
    ]),
    peaks: decidedRun(ladders, { change: atLevels }),
    'equal peaks': decidedRun(
      [
        [{ ...rest, users: undefined }, { speed: 1 }],
        [{ ...grpc, users: undefined }, { speed: 1.001 }],
      ],
      { change: atLevels },
    ),
    'TLS without an effect': decidedRun(tls(rest, 1, 1.001)),
    'TLS with and without an effect': decidedRun([...tls(rest, 1, 1.001), ...tls(grpc, 2, 0.7)]),
    'TLS without an effect for many': decidedRun(
      [rest, grpc, soap, graphql].flatMap((one, at) => tls(one, 1 + at, 1.001)),
    ),
    'equals with few users': decidedRun(
      [10, 50, 200].flatMap((users) => [
        [{ ...rest, users }, { speed: 1 }] as const,
        [{ ...grpc, users }, { speed: users === 200 ? 2 : 1.001 }] as const,
      ]),
    ),
    'another winner with few users': decidedRun(
      [10, 200].flatMap((users) => [
        [{ ...rate('rest', users) }, { speed: 1 }] as const,
        [{ ...rate('grpc', users) }, { speed: users === 200 ? 2 : 0.5 }] as const,
      ]),
    ),
    'many groups': decidedRun(shapes([0.5, 2, 2, 1.001, 1.01])),
    'many groups of three': decidedRun(
      ['a', 'b', 'c', 'd'].flatMap((shape) => [
        [{ ...rest, shape }, { speed: 1 }] as const,
        [
          { ...grpc, shape },
          { speed: shape === 'a' ? 2 : 1.002, scatter: shape === 'b' ? 0.2 : 0.002 },
        ] as const,
        [
          { ...soap, shape },
          { speed: 0.2, until: shape === 'd' ? 2 : 10 },
        ] as const,
      ]),
    ),
    'many equal groups': decidedRun(shapes([1, 1.001, 1.002, 0.999])),
  };
}

/** Runs in which a share of the requests of gRPC fails. */
export function failingRuns(): Record<string, ResultDocument> {
  const failing = (percent: number, message: string) => (trial: TrialResult) => {
    if (trial.cell.protocol !== 'grpc') return trial;
    const requests = { ok: 100 * (100 - percent), failed: 100 * percent, dropped: 0 };
    const error = { kind: 'status', code: '500', count: 100 * percent, message } as const;
    return { ...trial, requests, errors: [error] };
  };
  const three = [
    [rest, 1],
    [soap, 0.5],
    [grpc, 3],
  ] as const;
  const decided = three.map(([cell, speed]) => [cell, { speed }] as const);
  return Object.fromEntries([
    ...[0.9, 2, 20, 41, 100].flatMap((percent) => [
      [`${percent} % fail`, runOf(three, { change: failing(percent, 'the pool is empty') })],
      [`${percent} % of two fail`, runOf([three[0], three[2]], { change: failing(percent, '') })],
      [`${percent} % fail until decided`, decidedRun(decided, { change: failing(percent, 'no') })],
    ]),
    [
      'one of two levels fails',
      runOf(
        [10, 200].flatMap((users) =>
          three.map(([cell, speed]) => [{ ...cell, users }, speed] as const),
        ),
        { change: (trial) => (trial.cell.users === 200 ? failing(20, '')(trial) : trial) },
      ),
    ],
    [
      'five cells fail',
      runOf(
        ['a', 'b', 'c', 'd', 'e'].flatMap((shape, at) => [
          [{ ...rest, shape }, 1] as const,
          [{ ...grpc, shape }, 1 + at] as const,
        ]),
        { change: failing(20, 'no') },
      ),
    ],
  ]);
}
