import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocolNames } from '../../contracts/protocols.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import {
  askedExperiment,
  askedShapes,
  asks,
  isAnswerable,
  type Question,
} from './askedExperiment.ts';

const plain: Question = {
  ...{ ask: 'faster', protocols: ['rest', 'grpc'], shape: 'small', number: 100, tls: false },
};
const asked = (change: Partial<Question>) => experimentOf(askedExperiment({ ...plain, ...change }));

describe('the experiment of a question', () => {
  it.each(
    asks.flatMap(({ value: ask }) =>
      askedShapes.flatMap(({ value: shape }) =>
        [false, true].map((tls): Partial<Question> => ({ ask, shape, tls })),
      ),
    ),
  )('is right for $ask, $shape, TLS $tls', (change) => {
    const { factors } = asked({ ...change, protocols: protocolNames });
    const tls = change.ask === 'tls' ? ['off', 'on'] : [change.tls ? 'on' : 'off'];
    expect(factors).toMatchObject({ protocol: protocolNames, shape: [change.shape], tls });
  });

  it.each<[Partial<Question>, name: string, rest: object]>([
    [
      {},
      'REST and gRPC at 100 users',
      {
        factors: { users: [100] },
        load: { model: 'closed', warmUp: 500, duration: 1000 },
        untilDecided: { atLeast: 3, within: 30_000 },
      },
    ],
    [{ number: 1, tls: true }, 'REST and gRPC at 1 user with TLS', { factors: { users: [1] } }],
    [
      { ask: 'tls', tls: true },
      'What TLS costs REST and gRPC at 100 users',
      { factors: { users: [100] }, untilDecided: { within: 60_000 } },
    ],
    [
      { ask: 'saturation' },
      'Where REST and gRPC saturate',
      { load: { model: 'steps', of: 'users', levels: [1, 2, 4, 8, 16, 32, 64, 100] } },
    ],
    [
      { ask: 'saturation', protocols: ['soap'], number: 8, tls: true },
      'Where SOAP saturates with TLS',
      { load: { levels: [1, 2, 4, 8], hold: 2000, settle: 500 } },
    ],
    [{ ask: 'saturation', number: 1 }, 'Where REST and gRPC saturate', { load: { levels: [1] } }],
    [
      { ask: 'rate', number: 12.5, tls: true },
      'Highest rate of REST and gRPC with TLS with p99 below 12.5 ms',
      { load: { model: 'search', of: 'rate', objective: { metric: 'p99', limit: 12.5 } } },
    ],
  ])('of %o', (change, name, rest) => {
    expect(asked(change)).toMatchObject({ name, ...rest });
  });

  it.each<[Partial<Question>, builtIn: string]>([
    [{}, 'first-look'],
    [{ ask: 'rate', number: 50 }, 'highest-rate'],
  ])('of %o loads as the built-in experiment %s does', (change, builtIn) => {
    const text = readFileSync(`fixtures/experiments/${builtIn}.bench.yaml`, 'utf8');
    const { load, untilDecided, workload } = experimentOf(text);
    expect(asked(change)).toMatchObject({ load, untilDecided, workload });
  });

  it('varies TLS first where TLS is the question, as the finding is about that', () => {
    expect(askedExperiment({ ...plain, ask: 'tls' })).toContain('factors:\n  tls: [off, on]\n');
  });
});

it.each<[Partial<Question>, boolean]>([
  [{}, true],
  [{ protocols: ['rest'] }, false],
  [{ number: 0 }, false],
  [{ ask: 'tls', protocols: ['rest'] }, true],
  [{ ask: 'saturation', protocols: [] }, false],
  [{ number: 10_000 }, true],
  [{ number: 1e9 }, false],
  [{ ask: 'tls', number: 10_001 }, false],
  [{ ask: 'saturation', number: 0 }, false],
  [{ ask: 'saturation', number: 1 }, false],
  [{ ask: 'saturation', number: 2 }, true],
  [{ ask: 'saturation', number: 1e9 }, false],
  [{ ask: 'rate', number: 0.001 }, true],
  [{ ask: 'rate', number: 1e21 }, false],
  [{ ask: 'rate', protocols: ['rest'] }, true],
  [{ ask: 'rate', number: 0 }, false],
])('%o can be answered: %s', (change, expected) => {
  expect(isAnswerable({ ...plain, ...change })).toBe(expected);
});
