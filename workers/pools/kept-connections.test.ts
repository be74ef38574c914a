import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptedCaller, ScriptedDriver } from '../../tests/support/scripted-driver.ts';
import type { ConnectionPool } from './caller.ts';
import { KeptConnections } from './kept-connections.ts';
import { Opener } from './opener.ts';

/** Callers that release their connection after an outcome, as users do. */
function callers(pool: ConnectionPool, count: number): ScriptedCaller[] {
  return Array.from({ length: count }, () => new ScriptedCaller((caller) => pool.release(caller)));
}
const [one, two, three] = [0, 1, 2] as const;

describe('KeptConnections', () => {
  function pool(size: number, capacity = 1, count = 5, perConnection?: number) {
    const driver = new ScriptedDriver(capacity);
    const kept = new KeptConnections(new Opener(driver), size, perConnection);
    return { driver, kept, users: callers(kept, count) as [ScriptedCaller, ...ScriptedCaller[]] };
  }
  const user = (users: readonly ScriptedCaller[], at: number) => {
    const found = users[at];
    if (!found) throw new RangeError(`no user ${at}`);
    return found;
  };

  it('opens a connection when it is first needed, and uses it again', () => {
    const { driver, kept, users } = pool(1);
    expect(driver.connections).toHaveLength(0);
    kept.dispatch(users[0]);
    expect(users[0].heard).toEqual([]);
    driver.at(one).accept();
    driver.at(one).answer();
    kept.dispatch(users[0]);
    driver.at(one).answer();
    expect(users[0].heard).toEqual(['sent', 'ok', 'sent', 'ok']);
    expect(driver.connections).toHaveLength(1);
  });

  it('queues callers for a free connection', () => {
    const { driver, kept, users } = pool(2);
    for (const caller of users) kept.dispatch(caller);
    expect(driver.connections).toHaveLength(2);
    driver.at(two).accept();
    driver.at(one).accept();
    const sent = () => users.map(({ heard }) => heard.length > 0);
    expect(sent()).toEqual([true, true, false, false, false]);
    driver.at(one).answer();
    expect(sent()).toEqual([true, true, true, false, false]);
    driver.at(two).answer();
    driver.at(one).answer();
    driver.at(one).answer();
    driver.at(two).answer();
    expect(users.every(({ heard }) => heard.at(-1) === 'ok')).toBe(true);
    expect(driver.connections).toHaveLength(2);
  });

  it('distributes callers over connections with concurrent requests', () => {
    const { driver, kept, users } = pool(2, 3, 6);
    kept.dispatch(users[0]);
    kept.dispatch(user(users, 1));
    for (const connection of driver.connections) connection.accept();
    for (const caller of users.slice(2)) kept.dispatch(caller);
    expect(driver.connections.map(({ inFlight }) => inFlight.length)).toEqual([3, 3]);
  });

  it('fails one caller for each refused connection, and retries for the next', () => {
    const { driver, kept, users } = pool(1);
    kept.dispatch(users[0]);
    kept.dispatch(user(users, 1));
    driver.at(one).refuse();
    expect(users.slice(0, 2).map(({ heard }) => heard)).toEqual([['ECONNREFUSED'], []]);
    driver.at(two).refuse();
    expect(user(users, 1).heard).toEqual(['ECONNREFUSED']);
    expect(driver.connections).toHaveLength(2);
    kept.dispatch(users[0]);
    driver.at(three).accept();
    expect(users[0].heard).toEqual(['ECONNREFUSED', 'sent']);
  });

  it('reopens a lost connection on demand', () => {
    const { driver, kept, users } = pool(1);
    kept.dispatch(users[0]);
    driver.at(one).accept();
    driver.at(one).lose();
    expect(users[0].heard).toEqual(['sent', 'ECONNRESET']);
    expect(driver.connections).toHaveLength(1);
    kept.dispatch(users[0]);
    driver.at(two).accept();
    driver.at(two).answer();
    expect(users[0].heard.at(-1)).toBe('ok');
  });

  it('lets a closing connection finish, and then closes it', () => {
    const { driver, kept, users } = pool(1, 10);
    kept.dispatch(users[0]);
    driver.at(one).accept();
    kept.dispatch(user(users, 1));
    driver.at(one).goAway();
    kept.dispatch(user(users, 2));
    driver.at(two).accept();
    expect(user(users, 2).heard).toEqual(['sent']);
    driver.at(one).answer();
    expect(users[0].heard).toEqual(['sent', 'ok']);
    expect(driver.at(one).closed).toBe(false);
    driver.at(one).answer();
    expect(user(users, 1).heard).toEqual(['sent', 'ok']);
    expect(driver.at(one).closed).toBe(true);
    driver.at(two).answer();
    expect(user(users, 2).heard).toEqual(['sent', 'ok']);
  });

  it('aborts a request on its own connection, even if another has replaced that', () => {
    const { driver, kept, users } = pool(1, 10);
    kept.dispatch(users[0]);
    driver.at(one).accept();
    driver.at(one).goAway();
    kept.dispatch(user(users, 1));
    driver.at(two).accept();
    kept.abandon(users[0]);
    expect(driver.at(one).aborted).toEqual([users[0]]);
    expect(driver.at(two).aborted).toEqual([]);
    expect(users[0].heard).toEqual(['sent']);
  });

  it('does not notify an abandoned caller: waiting, connecting or in flight', () => {
    const { driver, kept, users } = pool(1);
    for (const caller of users.slice(0, 3)) kept.dispatch(caller);
    kept.abandon(user(users, 1));
    driver.at(one).accept();
    kept.abandon(users[0]);
    expect(driver.at(one).aborted).toEqual([users[0]]);
    driver.at(one).answer();
    expect(users.slice(0, 3).map(({ heard }) => heard)).toEqual([['sent'], [], ['sent', 'ok']]);
  });

  it('stops connecting when no caller waits for it', () => {
    const { driver, kept, users } = pool(2);
    kept.dispatch(users[0]);
    kept.dispatch(user(users, 1));
    kept.abandon(users[0]);
    expect(driver.at(one).closed).toBe(false);
    kept.abandon(user(users, 1));
    expect(driver.connections.map(({ closed }) => closed)).toEqual([true, true]);
    kept.dispatch(users[0]);
    driver.at(one).accept();
    expect(users[0].heard).toEqual([]);
    driver.at(three).accept();
    expect(users[0].heard).toEqual(['sent']);
  });

  it('closes every connection, including closing ones', () => {
    const { driver, kept, users } = pool(2, 10);
    kept.dispatch(users[0]);
    kept.dispatch(user(users, 1));
    for (const connection of driver.connections) connection.accept();
    driver.at(one).goAway();
    kept.dispatch(user(users, 2));
    kept.close();
    expect(driver.connections.every(({ closed }) => closed)).toBe(true);
  });

  it('gives every caller one outcome, whatever the connections do', () => {
    const actions = fc.array(
      fc.record({
        what: fc.constantFrom(
          'dispatch',
          'accept',
          'refuse',
          'answer',
          'lose',
          'goAway',
          'abandon',
        ),
        who: fc.nat({ max: 9 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        actions,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        (list, size, capacity) => {
          const { driver, kept, users } = pool(size, capacity, 4);
          const waiting = new Set<ScriptedCaller>();
          const outcomes = (caller: ScriptedCaller) =>
            caller.heard.filter((word) => word !== 'sent').length;
          const counts = new Map(users.map((caller) => [caller, 0]));
          for (const { what, who } of list) {
            const caller = user(users, who % users.length);
            const connection = driver.connections[who % (driver.connections.length || 1)];
            if (what === 'dispatch' && !waiting.has(caller)) {
              waiting.add(caller);
              counts.set(caller, outcomes(caller));
              kept.dispatch(caller);
            } else if (what === 'abandon' && waiting.delete(caller)) kept.abandon(caller);
            else if (what === 'accept' && !connection?.closed) connection?.accept();
            else if (what === 'refuse' && !connection?.usable) connection?.refuse();
            else if (what === 'answer' && connection?.inFlight.length) connection.answer();
            else if (what === 'lose') connection?.lose();
            else if (what === 'goAway') connection?.goAway();
            for (const one of [...waiting]) {
              const news = outcomes(one) - (counts.get(one) ?? 0);
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
            for (const one of [...waiting]) {
              if (outcomes(one) > (counts.get(one) ?? 0)) waiting.delete(one);
            }
          }
          expect(waiting.size).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('sends one request per connection if limited to one', () => {
    const { driver, kept, users } = pool(3, 100, 5, 1);
    for (const caller of users) kept.dispatch(caller);
    for (const connection of driver.connections) connection.accept();
    expect(driver.connections.map(({ inFlight }) => inFlight.length)).toEqual([1, 1, 1]);
    driver.at(two).answer();
    expect(driver.connections.map(({ inFlight }) => inFlight.length)).toEqual([1, 1, 1]);
    expect(user(users, 3).heard).toEqual(['sent']);
  });

  it('wakes queued callers when a connection accepts more than before', () => {
    const { driver, kept, users } = pool(1, 0, 4);
    for (const caller of users) kept.dispatch(caller);
    driver.at(one).accept();
    expect(users.map(({ heard }) => heard.length)).toEqual([0, 0, 0, 0]);
    driver.at(one).grow(3);
    expect(users.map(({ heard }) => heard.length)).toEqual([1, 1, 1, 0]);
    driver.at(one).answer();
    expect(user(users, 3).heard).toEqual(['sent']);
  });

  it('prefers the most recently used connection, and never uses lost ones', () => {
    const { driver, kept, users } = pool(3, 1, 3);
    for (const caller of users) kept.dispatch(caller);
    for (const connection of driver.connections) connection.accept();
    for (const at of [two, one, three]) driver.at(at).answer();
    kept.dispatch(users[0]);
    expect(driver.at(three).inFlight).toEqual([users[0]]);
    driver.at(one).lose();
    kept.dispatch(user(users, 1));
    expect(driver.at(two).inFlight).toEqual([user(users, 1)]);
    expect(driver.connections).toHaveLength(3);
  });
});
