import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import type { SearchAnswer } from '../../contracts/search-answer.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { planTrials } from '../../engine/experiment/plan.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { decidedRuns, failingRuns } from './decided-runs.ts';
import { grpc, noise, rate, rest, runOf, soap, trialOf } from './made-runs.ts';
import { makeHead, makeRound } from './records.ts';
import { sampleDocument } from './sample-document.ts';
import { ladderDocument } from './sample-ladder.ts';

/** Runs of every kind that findings are made of, through the real analysis. */

export interface Run {
  readonly name: string;
  readonly document: ResultDocument;
}

/** Trials of a search, of which the final round counts. */
function searched(cell: Partial<Cell>, level: number): ResultDocument {
  return runOf([[{ ...cell, users: undefined }, 1]], {
    change: (trial) => {
      const probes = [level / 2, 2 * level].map((users, index) =>
        makeRound(index, users, { kind: 'probe' }),
      );
      const final = makeRound(2, level, { kind: 'final', throughputRps: 900 * noise(0.05) });
      return { ...trial, rounds: [...probes, final], headlineRound: 2 };
    },
  });
}

/** An answer of a search for the highest rate, and how each repetition changes it. */
type Answered = Partial<SearchAnswer> & { readonly level: number | null };

/** Cells whose searches found their own levels; the last round of each is at its level. */
function bisected(
  cells: readonly (readonly [Partial<Cell>, Answered])[],
  repetitions = 1,
): ResultDocument {
  return runOf(
    cells.map(([cell]) => [{ ...cell, users: undefined }, 1]),
    {
      repetitions,
      change: (trial) => {
        const [, answer] =
          cells.find(([{ protocol }]) => protocol === trial.cell.protocol) ?? cells[0] ?? [];
        const { level: found = null, ...rest } = answer ?? {};
        const level = found === null ? null : Math.round(found * noise(0.01));
        const round = (index: number, rate: number, part: Partial<Round>) =>
          makeRound(index, rate, { users: null, rate, throughputRps: rate, ...part });
        const at = level ?? 8;
        const why = level === null ? { missed: 'p99 was 64.7 ms' } : {};
        const look = { kind: 'look', users: 16, rate: null } as const;
        const rounds = [
          makeRound(0, 16, { ...look, throughputRps: 8 * at }),
          round(1, at, { kind: 'probe', ...why }),
          round(2, 2 * at, { kind: 'probe', missed: 'p99 was 90.1 ms' }),
          round(3, at, { kind: 'final', ...why }),
        ];
        const search: SearchAnswer = {
          ...{ objective: 'p99 < 50ms', of: 'rate', level, limit: 'objective', confirmed: true },
          low: level === null ? null : Math.round(0.98 * level),
          high: level === null ? at : Math.round(1.04 * level),
          ...rest,
        };
        return { ...trial, rounds, headlineRound: 3, search };
      },
    },
  );
}

type Stack = NonNullable<Cell['stack']>;

/** Cells of both protocols and some stacks, by speed relative to REST of the first gRPC in each. */
function inStacks(
  speeds: Partial<Record<Stack, readonly [ofRest: number, ofGrpc: number]>>,
  cell: Partial<Cell> = {},
): (readonly [Partial<Cell>, number])[] {
  return (Object.keys(speeds) as Stack[]).flatMap((stack) => {
    const [ofRest = 1, ofGrpc = 1] = speeds[stack] ?? [];
    return [
      [{ ...rest, ...cell, stack }, ofRest] as const,
      [{ ...grpc, ...cell, stack }, ofGrpc] as const,
    ];
  });
}

export function syntheticRuns(): Run[] {
  const bound = (trial: TrialResult): TrialResult => ({
    ...trial,
    client: { ...trial.client, verdict: 'client-bound', reasons: ['It was the limit.'] },
  });
  const gone = { code: 'TARGET_LOST' as const, message: 'The target is gone' };
  const documents: Record<string, ResultDocument> = {
    'a clear difference': runOf([
      [rest, 1],
      [grpc, 2],
    ]),
    'a small difference': runOf([
      [rest, 1],
      [grpc, 1.03],
    ]),
    'two repetitions': runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      { repetitions: 2 },
    ),
    'one repetition': runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      { repetitions: 1 },
    ),
    'three protocols': runOf([
      [rest, 1],
      [soap, 0.5],
      [grpc, 1.01],
    ]),
    'shapes that disagree': runOf([
      [{ ...rest, shape: 'small' }, 1],
      [{ ...grpc, shape: 'small' }, 2],
      [{ ...rest, shape: 'large' }, 1],
      [{ ...grpc, shape: 'large' }, 0.4],
    ]),
    'many groups': runOf(
      ['xs', 's', 'm', 'l', 'xl'].flatMap((shape, index) => [
        [{ ...rest, shape }, 1] as const,
        [{ ...grpc, shape }, 0.6 + 0.2 * index] as const,
      ]),
    ),
    'TLS pairs': runOf([
      [{ ...rest, tls: 'off' }, 1],
      [{ ...rest, tls: 'on' }, 0.8],
    ]),
    'raw and library': runOf([
      [{ ...rest, client: 'raw' }, 1],
      [{ ...rest, client: 'library' }, 0.4],
    ]),
    'a gateway': runOf([
      [{ ...rest, gateway: 'off' }, 1],
      [{ ...rest, gateway: 'on' }, 0.7],
    ]),
    'open load': runOf([
      [rate('rest', 500), 1],
      [rate('grpc', 500), 3],
    ]),
    'a stack that decides': runOf(inStacks({ node: [1, 1.2], go: [4, 5], python: [0.4, 0.5] })),
    'a stack that may decide': runOf(inStacks({ node: [1, 2], go: [2, 4] })),
    'a protocol that decides': runOf(inStacks({ node: [1, 3], go: [1.2, 3.7] })),
    'a stack and protocol that depend on each other': runOf(inStacks({ node: [1, 3], go: [3, 1] })),
    'a stack, once': runOf(inStacks({ node: [1, 1.2], go: [4, 5] }), { repetitions: 1 }),
    'a stack with a cell that is missing': runOf(
      inStacks({ node: [1, 1.2], go: [4, 5], rust: [5, 6] }).slice(1),
    ),
    'a stack at two levels': runOf([
      ...inStacks({ node: [1, 1.2], go: [4, 5] }),
      ...inStacks({ node: [1, 3], go: [1.1, 3.2] }, { users: 10 }),
    ]),
    'a stack for two shapes': runOf([
      ...inStacks({ node: [1, 1.2], go: [4, 5] }, { shape: 'small' }),
      ...inStacks({ node: [1, 3], go: [1.1, 3.2] }, { shape: 'large' }),
    ]),
    'a stack for four shapes': runOf(
      ['s', 'm', 'l', 'xl'].flatMap((shape, at) =>
        inStacks({ node: [1, 1 + at], go: [4, 4 + 4 * at] }, { shape }),
      ),
    ),
    'one cell': runOf([[rest, 1]]),
    'one cell, once': runOf([[rest, 1]], { repetitions: 1 }),
    'a client at its limit': runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      { change: bound },
    ),
    errors: runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      {
        change: (trial) => ({ ...trial, requests: { ok: 900, failed: 100, dropped: 0 } }),
      },
    ),
    'a side that answers nothing': runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      {
        change: (trial) =>
          trial.cell.protocol === 'rest'
            ? { ...trial, throughputRps: 0, requests: { ok: 0, failed: 9, dropped: 0 } }
            : trial,
      },
    ),
    'all failed': runOf(
      [
        [rest, 1],
        [grpc, 2],
      ],
      {
        change: (trial) => ({ ...trial, status: 'failed', failure: gone }),
      },
    ),
    'nothing measured': buildDocument(makeHead({ plannedTrials: 4 }), []),
    'messages of three sizes alone': runOf([
      [{ ...rest, shape: 'small' }, 6],
      [{ ...rest, shape: 'typical' }, 5],
      [{ ...rest, shape: 'large' }, 1],
    ]),
    'a search': searched({ protocol: 'rest' }, 64),
    'a search for a rate': bisected([[rest, { level: 1984 }]]),
    'searches for a rate': bisected([
      [rest, { level: 1984 }],
      [grpc, { level: 700, objective: 'p99 < 50ms' }],
    ]),
    'searches for a rate, repeated': bisected(
      [
        [rest, { level: 1984 }],
        [grpc, { level: 700 }],
        [soap, { level: 690 }],
      ],
      5,
    ),
    'searches that may go higher': bisected([
      [rest, { level: 100_000, high: null, limit: 'to' }],
      [grpc, { level: 700, high: null, limit: 'generator', confirmed: false }],
      [soap, { level: null, low: null, confirmed: false }],
    ]),
    'searches of which the first found no level': bisected(
      [
        ...[rest, soap, { protocol: 'rsocket' as const }].map(
          (cell) => [cell, { level: null, low: null }] as const,
        ),
        [grpc, { level: 700 }],
        [{ protocol: 'rest-h2' }, { level: 1400 }],
      ],
      5,
    ),
    'a search with few answers': bisected([
      [
        rest,
        {
          ...{ level: 20, objective: 'p999 <= 50ms', confirmed: false },
          few: { answers: 600, needed: 10_000 },
        },
      ],
    ]),
    'a ladder that is saturated from the start': runOf([[{ ...rest, users: undefined }, 1]], {
      change: (trial) => ({
        ...trial,
        rounds: [10, 20, 40].map((users, index) =>
          makeRound(index, users, {
            throughputRps: 1000,
            latencyMs: { ...trial.latencyMs, mean: users, p95: users },
          }),
        ),
      }),
    }),
    'a ladder': ladderDocument(),
    'a sample of everything': sampleDocument(),
    ...failingRuns(),
  };
  const decided = Object.entries(decidedRuns()).map(([name, document]) => ({
    name: `until decided: ${name}`,
    document,
  }));
  return [...Object.entries(documents).map(([name, document]) => ({ name, document })), ...decided];
}

/** Equal runs: each cell has the same results, in a different order. */
export function equalRuns(): Run[] {
  const shuffled = (cells: readonly Partial<Cell>[], repetitions: number) => {
    const figures = Array.from({ length: repetitions }, (_none, index) => 1000 + 37 * index ** 1.5);
    const trials = cells.flatMap((cell, place) =>
      figures.map((_none, index) => {
        const value = figures[(index + place) % repetitions] ?? 0;
        const plain = trialOf(cell, place * repetitions + index, index + 1);
        const latencyMs = { ...plain.latencyMs, p50: value / 500, p95: value / 100 };
        return { ...plain, throughputRps: value, latencyMs };
      }),
    );
    return buildDocument(makeHead({ plannedTrials: trials.length }), trials);
  };
  return [
    ['two', shuffled([rest, grpc], 5)],
    ['three', shuffled([rest, grpc, soap], 7)],
    [
      'TLS',
      shuffled(
        [
          { ...rest, tls: 'off' },
          { ...rest, tls: 'on' },
        ],
        3,
      ),
    ],
    [
      'clients',
      shuffled(
        [
          { ...rest, client: 'raw' },
          { ...rest, client: 'library' },
        ],
        2,
      ),
    ],
    ['open load', shuffled([rate('rest', 50), rate('grpc', 50)], 5)],
    [
      'levels',
      shuffled(
        [1, 10, 50].flatMap((users) => [
          { ...rest, users },
          { ...grpc, users },
        ]),
        4,
      ),
    ],
    [
      'shapes',
      shuffled(
        ['s', 'm', 'l', 'xl'].flatMap((shape) => [
          { ...rest, shape },
          { ...soap, shape },
        ]),
        5,
      ),
    ],
    ['once', shuffled([rest, grpc, soap], 1)],
    [
      'stacks',
      shuffled(
        inStacks({ node: [1, 1], go: [1, 1], java: [1, 1] }).map(([cell]) => cell),
        4,
      ),
    ],
  ].map(([name, document]) => ({ name: `A/A, ${name}`, document }) as Run);
}

/** Possible results of the studies and examples, all their cells with values. */
export function studyRuns(): Run[] {
  return builtInExperiments().flatMap(({ id, text }) => {
    const read = readExperiment(text);
    if (!read.ok || !['closed', 'open'].includes(read.experiment.load.model)) return [];
    const planned = planTrials(read.experiment);
    if (planned.length > 120) return [];
    const speed = { rest: 1, soap: 0.6, grpc: 1.6 } as Partial<Record<Cell['protocol'], number>>;
    const trials = planned.map(({ cell, index, repetition }) => ({
      ...trialOf({}, index, repetition, speed[cell.protocol] ?? 1.1),
      cell,
    }));
    const head = makeHead({ experiment: text, plannedTrials: trials.length });
    return [{ name: id, document: buildDocument(head, trials) }];
  });
}
