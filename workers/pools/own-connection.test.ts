import { describe, expect, it } from 'vitest';
import { ScriptedCaller, ScriptedDriver } from '../../tests/support/scripted-driver.ts';
import { Opener } from './opener.ts';
import { OwnConnection } from './own-connection.ts';

const [one, two] = [0, 1] as const;

function setUp(options: { capacity?: number; opening?: number } = {}) {
  const driver = new ScriptedDriver(options.capacity);
  const opener = new Opener(driver, options.opening);
  const user = () => {
    const pool = new OwnConnection(opener);
    const caller = new ScriptedCaller((done) => pool.release(done));
    return { pool, caller, send: () => pool.dispatch(caller) };
  };
  return { driver, opener, user };
}

describe('OwnConnection', () => {
  it('is opened on demand, and reused', () => {
    const { driver, user } = setUp();
    const { caller, send } = user();
    expect(driver.connections).toHaveLength(0);
    send();
    driver.at(one).accept();
    driver.at(one).answer();
    send();
    driver.at(one).answer();
    expect(caller.heard).toEqual(['attempting', 'sent', 'ok', 'sent', 'ok']);
    expect(driver.connections).toHaveLength(1);
  });

  it('is reopened after it was refused or lost', () => {
    const { driver, user } = setUp();
    const { caller, send } = user();
    send();
    driver.at(one).refuse();
    send();
    driver.at(two).accept();
    driver.at(two).lose();
    send();
    driver.at(2).accept();
    driver.at(2).answer();
    expect(caller.heard.filter((word) => word !== 'attempting')).toEqual([
      'ECONNREFUSED',
      'sent',
      'ECONNRESET',
      'sent',
      'ok',
    ]);
    expect(driver.at(two).closed).toBe(true);
  });

  it('makes its caller wait until it accepts a request', () => {
    const { driver, user } = setUp({ capacity: 0 });
    const { caller, send } = user();
    send();
    driver.at(one).accept();
    expect(caller.heard).not.toContain('sent');
    driver.at(one).grow(1);
    driver.at(one).grow(2);
    expect(caller.heard.filter((word) => word === 'sent')).toHaveLength(1);
  });

  it('does not notify an abandoned caller, connecting or in flight', () => {
    const { driver, user } = setUp();
    const { pool, caller, send } = user();
    send();
    pool.abandon(caller);
    expect(driver.at(one).closed).toBe(true);
    driver.at(one).accept();
    send();
    driver.at(two).accept();
    pool.abandon(caller);
    expect(driver.at(two).aborted).toEqual([caller]);
    expect(caller.heard).toEqual(['attempting', 'attempting', 'sent']);
    pool.close();
    expect(driver.at(two).closed).toBe(true);
  });
});

describe('Opener', () => {
  it('opens a bounded number concurrently, in request order', () => {
    const { driver, user } = setUp({ opening: 2 });
    const users = Array.from({ length: 5 }, user);
    for (const { send } of users) send();
    const begun = () => users.map(({ caller }) => caller.heard.length > 0);
    expect(begun()).toEqual([true, true, false, false, false]);
    driver.at(two).accept();
    expect(begun()).toEqual([true, true, true, false, false]);
    driver.at(one).refuse();
    expect(begun()).toEqual([true, true, true, true, false]);
    expect(driver.connections).toHaveLength(4);
  });

  it('passes the turn of an abandoned caller to the next', () => {
    const { driver, user } = setUp({ opening: 1 });
    const [first, second, third] = [user(), user(), user()];
    for (const { send } of [first, second, third]) send();
    second.pool.abandon(second.caller);
    first.pool.abandon(first.caller);
    driver.at(two).accept();
    expect([first, second, third].map(({ caller }) => caller.heard)).toEqual([
      ['attempting'],
      [],
      ['attempting', 'sent'],
    ]);
  });

  it('withdraws callers whose turn has not come', () => {
    const { driver, opener, user } = setUp({ opening: 1 });
    const [first, second] = [user(), user()];
    first.send();
    second.send();
    opener.withdrawWaiting();
    driver.at(one).accept();
    expect(first.caller.heard).toEqual(['attempting', 'sent']);
    expect(second.caller.heard).toEqual(['withdrawn']);
    expect(driver.connections).toHaveLength(1);
  });

  it('opens no waiting connection after it is closed', () => {
    const { driver, opener, user } = setUp({ opening: 1 });
    const [first, second] = [user(), user()];
    first.send();
    second.send();
    opener.close();
    first.pool.close();
    second.pool.close();
    user().send();
    expect(driver.connections.map(({ closed }) => closed)).toEqual([true]);
  });
});
