import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptedCaller, ScriptedDriver } from '../../tests/support/scripted-driver.ts';
import type { ConnectionPool } from './caller.ts';
import { FreshConnections } from './fresh-connections.ts';
import { KeptConnections } from './kept-connections.ts';
import { Opener } from './opener.ts';
import { OwnConnection } from './own-connection.ts';

interface Options {
  /** Requests that a connection accepts at once; default 1. */
  readonly capacity?: number;
  readonly users?: number;
  /** Connections of `kept`. */
  readonly size?: number;
  readonly perConnection?: number;
  /** Connections that may open at once in `own`. */
  readonly opening?: number;
}

type PoolOf = (driver: ScriptedDriver, opener: Opener, options: Options) => () => ConnectionPool;
const pools = {
  kept: (_driver, opener, { size = 1, perConnection }) => {
    const kept = new KeptConnections(opener, size, perConnection);
    return () => kept;
  },
  own: (_driver, opener) => () => new OwnConnection(opener),
  fresh: (driver) => {
    const fresh = new FreshConnections(driver);
    return () => fresh;
  },
} satisfies Record<string, PoolOf>;

const letters: Readonly<Record<string, string>> = {
  ...{ attempting: 'a', withdrawn: 'w', sent: 's', ok: 'o' },
  ...{ ECONNREFUSED: 'R', ECONNRESET: 'L', CLOSED_LOCALLY: 'C' },
};

/** Users of a pool on connections that the test controls. */
function setUp(kind: keyof typeof pools, options: Options = {}) {
  const driver = new ScriptedDriver(options.capacity);
  const opener = new Opener(driver, options.opening);
  const poolOf = pools[kind](driver, opener, options);
  const users = Array.from({ length: options.users ?? 1 }, () => {
    const pool = poolOf();
    const caller = new ScriptedCaller((done) => pool.release(done));
    return { pool, caller };
  });
  const userAt = (at: number) => {
    const user = users[at];
    if (!user) throw new RangeError(`no user ${at}`);
    return user;
  };
  const verbs: Readonly<Record<string, (at: number) => void>> = {
    send: (at) => userAt(at).pool.dispatch(userAt(at).caller),
    abandon: (at) => userAt(at).pool.abandon(userAt(at).caller),
    release: (at) => userAt(at).pool.release(userAt(at).caller),
    close: (at) => userAt(at).pool.close(),
    accept: (at) => driver.at(at).accept(),
    refuse: (at) => driver.at(at).refuse(),
    answer: (at) => driver.at(at).answer(),
    lose: (at) => driver.at(at).lose(),
    leave: (at) => driver.at(at).goAway(),
    'grow-to-1': (at) => driver.at(at).grow(1),
    'grow-to-3': (at) => driver.at(at).grow(3),
    'end-opening': () => opener.close(),
    withdraw: () => opener.withdrawWaiting(),
  };
  /** Does steps such as `send 0 1, accept 0`: a verb and the users or connections that do it. */
  const play = (steps: string) => {
    for (const step of steps.split(', ')) {
      const [verb = '', ...places] = step.split(' ');
      for (const at of places) verbs[verb]?.(Number(at));
    }
  };
  /** What each user heard; and of each connection the requests in flight, `-` before and after, `x` closed. */
  const seen = () => {
    const heard = users.map(({ caller }) => caller.heard.map((word) => letters[word]).join(''));
    const state = driver.connections.map(({ closed, usable, inFlight }) =>
      closed ? 'x' : usable || inFlight.length > 0 ? inFlight.length : '-',
    );
    return `${heard.join('/')}; ${state.join(' ')}`.trim();
  };
  return { driver, users, verbs, play, seen };
}

/**
 * Each case has its pool and a title, then its steps with what is seen after them: what the users heard, by
 * the letters above, and the state of each connection.
 */
const cases = `
kept | kept connections open when first needed, and are used again
  send 0 → ; -
  accept 0, answer 0, send 0, answer 0 → soso; 0
kept size=2 users=5 | kept connections have a queue
  send 0 1 2 3 4, accept 1 0 → s/s///; 1 1
  answer 0 → s/so/s//; 1 1
  answer 1 0 0 1 → so/so/so/so/so; 0 0
kept size=2 capacity=3 users=6 | callers are distributed
  send 0 1, accept 0 1, send 2 3 → s/s/s/s//; 2 2
  send 4 5 → s/s/s/s/s/s; 3 3
kept users=2 | a refusal fails one caller, and the next one retries
  send 0 1, refuse 0 → R/; - -
  refuse 1 → R/R; - -
  send 0, accept 2 → Rs/R; - - 1
kept | a lost connection is reopened on demand
  send 0, accept 0, lose 0 → sL; x
  send 0, accept 1, answer 1 → sLso; x 0
kept capacity=10 users=3 | a closing one finishes and is closed
  send 0, accept 0, send 1, leave 0, send 2, accept 1 → s/s/s; 2 1
  answer 0 → so/s/s; 1 1
  answer 0 → so/so/s; x 1
  answer 1 → so/so/so; x 0
kept capacity=10 users=2 | a request is aborted where it is
  send 0, accept 0, leave 0, send 1, accept 1 → s/s; 1 1
  abandon 0 → s/s; x 1
kept users=3 | an abandoned caller hears nothing, waiting or in flight
  send 0 1 2, abandon 1, accept 0, abandon 0 → s//s; 1
  answer 0 → s//so; 0
kept size=2 users=2 | nothing connects if nobody waits
  send 0 1, abandon 0 → /; - -
  abandon 1 → /; x x
  send 0, accept 0 → /; x x -
  accept 2 → s/; x x 1
kept size=2 capacity=10 users=3 | closing ones are closed too
  send 0 1, accept 0 1, leave 0, send 2, close 0 → sC/sC/sC; x x
kept size=3 capacity=9 users=5 perConnection=1 | one request each
  send 0 1 2 3 4, accept 0 1 2 → s/s/s//; 1 1 1
  answer 1 → s/so/s/s/; 1 1 1
kept capacity=0 users=4 | more room wakes the queue
  send 0 1 2 3, accept 0 → ///; 0
  grow-to-3 0 → s/s/s/; 3
  answer 0 → so/s/s/s; 3
kept size=3 users=3 | the last used one is next, and no lost one
  send 0 1 2, accept 0 1 2, answer 1 0 2 → so/so/so; 0 0 0
  send 0 → sos/so/so; 0 0 1
  lose 0, send 1 → sos/sos/so; x 1 1
own | an own connection is opened on demand, and reused
  send 0, accept 0, answer 0, send 0, answer 0 → asoso; 0
own | an own connection is reopened
  send 0, refuse 0, send 0, accept 1, lose 1 → aRasL; - -
  send 0, accept 2, answer 2 → aRasLaso; - x 0
own capacity=0 | an own connection is awaited
  send 0, accept 0 → aa; 0
  grow-to-1 0, grow-to-3 0 → aas; 1
own | an owner that abandons hears nothing
  send 0, abandon 0 → a; x
  accept 0, send 0, accept 1, abandon 0 → aas; x 0
  close 0 → aas; x x
own opening=2 users=5 | so many own ones open at once, in turn
  send 0 1 2 3 4 → a/a///; - -
  accept 1 → a/as/a//; - 1 -
  refuse 0 → aR/as/a/a/; - 1 - -
own opening=1 users=3 | an abandoned turn is the next one’s
  send 0 1 2, abandon 1 0, accept 1 → a//as; x 1
own opening=1 users=2 | those whose turn has not come withdraw
  send 0 1, withdraw 0, accept 0 → as/w; 1
own opening=1 users=3 | nothing opens after the end
  send 0 1, end-opening 0, close 0 1, send 2 → a//; x
fresh | a fresh connection is for one request
  send 0, accept 0, answer 0, send 0, accept 1, answer 1 → soso; x x
fresh | a fresh connection is refused or lost
  send 0, refuse 0, send 0, accept 1, lose 1 → RsL; x x
fresh | who abandons a fresh one hears nothing
  send 0, abandon 0, accept 0, send 0, accept 1, abandon 0, release 0 → s; x x
fresh | open fresh ones are closed
  send 0, accept 0, close 0 → sC; x
fresh capacity=0 | a fresh connection is awaited
  send 0, accept 0 → ; 0
  grow-to-1 0, grow-to-3 0 → s; 1
`;

it.each(
  cases
    .trim()
    .split(/\n(?! )/)
    .map((text) => text.split(' | '))
    .map(([pool = '', text = '']) => ({ pool: pool.split(' '), lines: text.split('\n  ') })),
)('$lines.0', ({ pool: [kind = '', ...numbers], lines: [, ...stages] }) => {
  const sizes = numbers.map((one) => one.split('=')).map(([name, size]) => [name, Number(size)]);
  const { play, seen } = setUp(kind as keyof typeof pools, Object.fromEntries(sizes));
  for (const stage of stages) {
    const [steps = '', expected] = stage.split(' → ');
    play(steps);
    expect(`${steps} → ${seen()}`).toBe(`${steps} → ${expected}`);
  }
});

describe('KeptConnections', () => {
  const kinds = ['send', 'accept', 'refuse', 'answer', 'lose', 'leave', 'abandon'] as const;
  const actions = fc.array(
    fc.record({ what: fc.constantFrom(...kinds), who: fc.nat({ max: 9 }) }),
    { maxLength: 60 },
  );
  const few = fc.integer({ min: 1, max: 3 });

  it('gives every caller one outcome, whatever the connections do', () => {
    fc.assert(
      fc.property(actions, few, few, (list, size, capacity) => {
        const { driver, users, verbs } = setUp('kept', { size, capacity, users: 4 });
        /** Callers without an outcome, and how many they had when they began to wait. */
        const waiting = new Map<ScriptedCaller, number>();
        const outcomes = ({ heard }: ScriptedCaller) => heard.filter((it) => it !== 'sent').length;
        for (const { what, who } of list) {
          const { connections } = driver;
          const [at, of] = [who % users.length, who % (connections.length || 1)];
          const caller = users[at]?.caller;
          const connection = connections[of];
          if (!caller) continue;
          if (what === 'send') {
            if (waiting.has(caller)) continue;
            waiting.set(caller, outcomes(caller));
            verbs.send?.(at);
          } else if (what === 'abandon') {
            if (waiting.delete(caller)) verbs.abandon?.(at);
          } else if (
            connection &&
            !(what === 'accept' && connection.closed) &&
            !(what === 'refuse' && connection.usable) &&
            !(what === 'answer' && connection.inFlight.length === 0)
          )
            verbs[what]?.(of);
          for (const [one, before] of waiting) {
            const news = outcomes(one) - before;
            expect(news).toBeLessThan(2);
            if (news === 1) waiting.delete(one);
          }
        }
        // No caller waits forever: the connections accept, and answer, all remaining requests.
        for (let round = 0; waiting.size > 0 && round < 50; round++) {
          for (const connection of driver.connections) {
            if (!connection.usable && !connection.closed) connection.accept();
            while (connection.inFlight.length > 0) connection.answer();
          }
          for (const [one, before] of waiting) if (outcomes(one) > before) waiting.delete(one);
        }
        expect(waiting.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
