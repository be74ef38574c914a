import { describe, expect, it } from 'vitest';
import { ScriptedDriver, scriptedRequest } from '../tests/support/scripted-driver.ts';
import { Deadlines } from './deadlines.ts';
import type { Failure } from './drivers/driver.ts';
import type { ConnectionPool } from './pools/caller.ts';
import { KeptConnections } from './pools/kept-connections.ts';
import { Opener } from './pools/opener.ts';
import { OwnConnection } from './pools/own-connection.ts';
import type { Recording } from './recorder.ts';
import { type Ending, Request, type RequestContext } from './request.ts';

const timeoutMs = 100;

/** A request whose outcomes are recorded. */
class Probe extends Request {
  readonly endings: { ending: Ending; now: number }[] = [];
  send(startMs: number, now: number): void {
    this.dispatch(startMs, now);
  }
  protected ranOut(): void {}
  protected ended(ending: Ending, now: number): void {
    this.endings.push({ ending, now });
  }
}

/** The environment of requests, with a clock controlled by the test. */
function setUp(options: { timesConnecting?: boolean; rolls?: boolean } = {}) {
  const clock = { now: 0, reads: 0 };
  const noted: unknown[] = [];
  const checked: boolean[] = [];
  const ignore = () => undefined;
  const recorder: Recording = {
    measured: 0,
    success: (now, latencyMs, serviceMs) => {
      noted.push([now, latencyMs, serviceMs]);
      if (options.rolls) clock.now += 7;
      return options.rolls ?? false;
    },
    failure: (_now, { code }: Failure) => noted.push(code) > 0,
    checked: (isWrong) => checked.push(isWrong),
    ...{ drop: ignore, lag: ignore, roll: ignore, finish: ignore },
  };
  const counts = { issued: 0, settled: 0 };
  const context: RequestContext = {
    recorder,
    source: {
      ...{ varies: false, prepareNext: ignore, following: () => null, usedUp: null },
      next: () => ({ message: {}, prepared: scriptedRequest, part: null }),
    },
    verifier: { wantsReply: () => false, check: () => null },
    deadlines: new Deadlines(timeoutMs),
    timesConnecting: options.timesConnecting ?? false,
    timeoutMs,
    activity: 0,
    now: () => {
      clock.reads++;
      return clock.now;
    },
    wants: () => true,
    issued: () => counts.issued++,
    settled: () => counts.settled++,
    unissued: () => counts.issued--,
    ranOut: ignore,
  };
  const driver = new ScriptedDriver();
  /** Requests of users with connections of their own, which open one at a time. */
  const opener = new Opener(driver, 1);
  const probe = (pool: ConnectionPool = new OwnConnection(opener)) => new Probe(context, pool, 0);
  return { clock, noted, context, counts, driver, opener, probe };
}

describe('Request', () => {
  it('measures from the hand-over if connecting is not timed, and reads the clock once at the end', () => {
    const { clock, noted, driver, probe: newProbe } = setUp();
    const probe = newProbe();
    probe.send(0, 0);
    clock.now = 30;
    driver.at(0).accept();
    clock.now = 35;
    driver.at(0).answer();
    clock.reads = 0;
    probe.send(40, 40);
    clock.now = 42;
    driver.at(0).answer();
    expect(clock.reads).toBe(1);
    expect(noted).toEqual([
      [35, 5, 5],
      [42, 2, 2],
    ]);
    expect(probe.endings.map(({ now }) => now)).toEqual([35, 42]);
  });

  it('measures latency from the intended start, and service time from the hand-over', () => {
    const { clock, noted, driver, opener, probe: newProbe } = setUp({ timesConnecting: true });
    const probe = newProbe(new KeptConnections(opener, 1));
    clock.now = 12;
    probe.send(10, 12);
    clock.now = 20;
    driver.at(0).accept();
    clock.now = 23;
    driver.at(0).answer();
    expect(noted).toEqual([[23, 13, 3]]);
  });

  it('reads the clock again if recording took time', () => {
    const { driver, clock, noted, probe: newProbe } = setUp({ rolls: true });
    const probe = newProbe();
    probe.send(0, 0);
    driver.at(0).accept();
    clock.now = 5;
    driver.at(0).answer();
    expect(noted).toEqual([[5, 5, 5]]);
    expect(probe.endings).toEqual([{ ending: 'answered', now: 12 }]);
  });

  it('does not count the wait for the turn to connect towards the timeout', () => {
    const { context, driver, noted, clock, probe } = setUp();
    const [first, second] = [probe(), probe()];
    for (const one of [first, second]) one.send(0, 0);
    clock.now = 90;
    driver.at(0).accept();
    context.deadlines.expire(110);
    expect(noted).toEqual(['TIMEOUT']);
    expect([first.endings.length, second.endings.length]).toEqual([1, 0]);
    context.deadlines.expire(190);
    expect(noted).toEqual(['TIMEOUT', 'TIMEOUT']);
  });

  it.each([
    ['are shared', 1, undefined],
    ['are those of arrivals', 9, 1],
  ])(
    'counts the wait for connections that %s towards the timeout',
    (_what, size, perConnection) => {
      const { context, driver, noted, opener, probe: newProbe } = setUp({ timesConnecting: true });
      const probe = newProbe(new KeptConnections(opener, size, perConnection));
      probe.send(0, 0);
      context.deadlines.expire(timeoutMs);
      expect(noted).toEqual(['TIMEOUT']);
      driver.at(0).accept();
      expect(probe.endings).toHaveLength(1);
    },
  );

  it('retracts a request for which nothing was tried', () => {
    const { context, counts, noted, opener, probe } = setUp();
    for (const one of [probe(), probe()]) one.send(0, 0);
    expect(counts.issued).toBe(2);
    opener.withdrawWaiting();
    expect(counts).toEqual({ issued: 1, settled: 0 });
    context.deadlines.expire(1000);
    expect(noted).toEqual(['TIMEOUT']);
  });

  it('distinguishes a refused connection from a failed request, and ignores everything after it was abandoned', () => {
    const { context, driver, noted, counts, probe: newProbe } = setUp();
    const probe = newProbe();
    probe.send(0, 0);
    driver.at(0).refuse();
    probe.send(0, 0);
    driver.at(1).accept();
    driver.at(1).lose();
    expect(probe.endings.map(({ ending }) => ending)).toEqual(['not-connected', 'answered']);
    probe.send(0, 0);
    driver.at(2).accept();
    probe.abandon();
    context.deadlines.expire(1000);
    expect(noted).toEqual(['ECONNREFUSED', 'ECONNRESET']);
    expect(counts).toEqual({ issued: 3, settled: 2 });
  });
});
