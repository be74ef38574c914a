import { describe, expect, it } from 'vitest';
import { ScriptedCaller, ScriptedDriver } from '../../tests/support/scripted-driver.ts';
import { FreshConnections } from './fresh-connections.ts';

const [one, two] = [0, 1] as const;

describe('FreshConnections', () => {
  const setUp = (capacity = 1) => {
    const driver = new ScriptedDriver(capacity);
    const fresh = new FreshConnections(driver);
    const caller = new ScriptedCaller((one) => fresh.release(one));
    return { driver, fresh, caller };
  };

  it('opens a connection for each request and closes it afterwards', () => {
    const { driver, fresh, caller } = setUp();
    for (let round = 0; round < 3; round++) {
      fresh.dispatch(caller);
      driver.at(round).accept();
      driver.at(round).answer();
    }
    expect(caller.heard).toEqual(['sent', 'ok', 'sent', 'ok', 'sent', 'ok']);
    expect(driver.connections.map(({ closed }) => closed)).toEqual([true, true, true]);
  });

  it('notifies the caller of a refused or lost connection', () => {
    const { driver, fresh, caller } = setUp();
    fresh.dispatch(caller);
    driver.at(one).refuse();
    fresh.dispatch(caller);
    driver.at(two).accept();
    driver.at(two).lose();
    expect(caller.heard).toEqual(['ECONNREFUSED', 'sent', 'ECONNRESET']);
    expect(driver.connections.every(({ closed }) => closed)).toBe(true);
  });

  it('does not notify an abandoned caller, connecting or in flight', () => {
    const { driver, fresh, caller } = setUp();
    fresh.dispatch(caller);
    fresh.abandon(caller);
    driver.at(one).accept();
    fresh.dispatch(caller);
    driver.at(two).accept();
    fresh.abandon(caller);
    fresh.release(caller);
    expect(caller.heard).toEqual(['sent']);
    expect(driver.connections.every(({ closed }) => closed)).toBe(true);
  });

  it('closes what is open', () => {
    const { driver, fresh, caller } = setUp();
    fresh.dispatch(caller);
    driver.at(one).accept();
    fresh.close();
    expect(driver.at(one).closed).toBe(true);
  });

  it('waits until the connection accepts a request', () => {
    const { driver, fresh, caller } = setUp(0);
    fresh.dispatch(caller);
    driver.at(one).accept();
    expect(caller.heard).toEqual([]);
    driver.at(one).grow(1);
    driver.at(one).grow(2);
    expect(caller.heard).toEqual(['sent']);
  });
});
