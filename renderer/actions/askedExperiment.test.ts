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
  ...{ ask: 'faster', protocols: ['rest', 'grpc'], shape: 'small', users: 100 },
  ...{ highestUsers: 100, tls: false, limitMs: 50 },
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
    [{ users: 1, tls: true }, 'REST and gRPC at 1 user with TLS', { factors: { users: [1] } }],
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
      { ask: 'saturation', protocols: ['soap'], highestUsers: 8, tls: true },
      'Where SOAP saturates with TLS',
      { load: { levels: [1, 2, 4, 8], hold: 2000, settle: 500 } },
    ],
    [
      { ask: 'saturation', highestUsers: 1 },
      'Where REST and gRPC saturate',
      { load: { levels: [1] } },
    ],
    [
      { ask: 'rate', limitMs: 12.5, tls: true },
      'Highest rate of REST and gRPC with TLS with p99 below 12.5 ms',
      { load: { model: 'search', of: 'rate', objective: { metric: 'p99', limit: 12.5 } } },
    ],
  ])('of %o', (change, name, rest) => {
    expect(asked(change)).toMatchObject({ name, ...rest });
  });

  it('varies TLS first where TLS is the question, as the finding is about that', () => {
    expect(askedExperiment({ ...plain, ask: 'tls' })).toContain('factors:\n  tls: [off, on]\n');
  });
});

it.each<[Partial<Question>, boolean]>([
  [{}, true],
  [{ protocols: ['rest'] }, false],
  [{ users: 0 }, false],
  [{ limitMs: 0 }, true],
  [{ ask: 'tls', protocols: ['rest'] }, true],
  [{ ask: 'saturation', protocols: [] }, false],
  [{ ask: 'saturation', users: 0 }, true],
  [{ users: 10_000 }, true],
  [{ users: 1e9 }, false],
  [{ ask: 'tls', users: 10_001 }, false],
  [{ ask: 'saturation', highestUsers: 0 }, false],
  [{ ask: 'saturation', highestUsers: 1 }, false],
  [{ ask: 'saturation', highestUsers: 2 }, true],
  [{ ask: 'saturation', highestUsers: 1e9 }, false],
  [{ ask: 'rate', limitMs: 0.001 }, true],
  [{ ask: 'rate', limitMs: 1e21 }, false],
  [{ ask: 'rate', protocols: ['rest'], users: 0 }, true],
  [{ ask: 'rate', limitMs: 0 }, false],
])('%o can be answered: %s', (change, expected) => {
  expect(isAnswerable({ ...plain, ...change })).toBe(expected);
});
