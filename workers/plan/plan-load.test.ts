import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../contracts/experiment/connections.ts';
import { echoOperation } from '../../tests/support/product.ts';
import { type ScriptedConnection, ScriptedDriver } from '../../tests/support/scripted-driver.ts';
import type { Message } from '../../workloads/description.ts';
import type { PlannedRequest, UseCase } from '../../workloads/use-case.ts';
import { Deadlines } from '../deadlines.ts';
import type { Failure } from '../drivers/driver.ts';
import type { WorkContext } from '../request.ts';
import { PlanConnections } from './connections.ts';
import { PlanPacer, type PlanPacing } from './plan-load.ts';

const answer: Message = { id: '1' };
const asked = (wrong: string | null = null): PlannedRequest => ({
  operation: echoOperation,
  request: {},
  judge: () => wrong,
});
/** A stage of this many requests, then one of one. */
const useCaseOf = (first: number, wrong: string | null = null): UseCase => ({
  name: 'test',
  stages: [
    { independent: true, requests: () => Array.from({ length: first }, () => asked(wrong)) },
    { independent: false, requests: () => [asked()] },
  ],
});

/** Answers the requests in flight. */
function reply({ inFlight }: ScriptedConnection, decode = () => answer): void {
  for (const sink of inFlight.splice(0)) sink.succeeded(1, decode);
}

interface Options {
  readonly useCase?: UseCase;
  readonly pacing?: Partial<PlanPacing>;
  readonly iterations?: number;
  readonly connections?: Connections;
  readonly multiplexed?: boolean;
}

/** A plan in a worker whose connections and clock the test controls. */
function setUp(options: Options = {}) {
  const { iterations = 2, multiplexed = false, connections = 'per-iteration' } = options;
  const driver = new ScriptedDriver(multiplexed ? 100 : 1);
  const heard: string[] = [];
  const deadlines = new Deadlines(1000);
  let measured = 0;
  let inFlight = 0;
  let isMeasuring = (options.pacing?.warmUpIterations ?? 0) === 0;
  const ended = (word: string) => {
    heard.push(isMeasuring ? word : `warm-up ${word}`);
    if (isMeasuring) measured++;
    return false;
  };
  const ignore = () => undefined;
  const less = () => void inFlight--;
  const context: WorkContext = {
    recorder: {
      get measured() {
        return measured;
      },
      success: (_now, latencyMs) => ended(`ok ${latencyMs}`),
      failure: (_now, { kind }: Failure) => ended(kind),
      checked: ignore,
      ...{ drop: ignore, lag: ignore, roll: ignore, finish: ignore },
    },
    deadlines,
    timeoutMs: 1000,
    activity: 0,
    now: () => Date.now(),
    wants: () => !isMeasuring || measured + inFlight < iterations,
    issued: () => void inFlight++,
    ...{ settled: less, unissued: less },
  };
  const pacing: PlanPacing = {
    model: 'plan',
    warmUpIterations: 0,
    interval: 500,
    schedule: 'stagger',
    form: 'staged',
    setUp: 'inside',
    ...options.pacing,
  };
  const load = new PlanPacer({
    context,
    pacing,
    iterations,
    useCase: options.useCase ?? useCaseOf(2),
    driver,
    connections: new PlanConnections({
      driver,
      connections,
      schedule: pacing.schedule,
      multiplexed,
    }),
    endMs: () => Number.POSITIVE_INFINITY,
    beginWindow: () => {
      isMeasuring = true;
    },
    socketsOpened: () => driver.connections.length,
  });
  /** Opens all pending connections and answers all requests, until nothing changes. */
  const serve = () => {
    for (let moved = true; moved; ) {
      moved = false;
      for (const connection of driver.connections) {
        if (!connection.usable && !connection.closed) connection.accept();
        moved ||= connection.inFlight.length > 0;
        reply(connection);
      }
    }
  };
  return { driver, load, heard, serve, deadlines };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('iterations', () => {
  it('follow each other with the interval between', () => {
    const { load, heard, serve, driver } = setUp();
    load.begin();
    serve();
    expect(heard).toEqual(['ok 0']);
    vi.advanceTimersByTime(499);
    serve();
    expect(heard).toHaveLength(1);
    expect(driver.connections.every(({ closed }) => closed)).toBe(true);
    vi.advanceTimersByTime(1);
    serve();
    expect(heard).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(load.activeUsers).toBe(0);
    const result = load.result();
    expect(result).toMatchObject({
      iterations: 2,
      requests: 6,
      sent: 6,
      requestsPerIteration: { min: 3, max: 3 },
      roundTrips: { min: 2, max: 2 },
      socketsOpened: 4,
    });
  });

  it('start together under load, after the whole warm-up', () => {
    const pacing = { schedule: 'load', warmUpIterations: 2 } as const;
    const { load, heard, serve } = setUp({ pacing, iterations: 3 });
    load.begin();
    expect(load.activeUsers).toBe(2);
    serve();
    expect(heard).toEqual(['warm-up ok 0', 'warm-up ok 0']);
    vi.advanceTimersByTime(500);
    expect(load.activeUsers).toBe(3);
    serve();
    expect(heard).toHaveLength(5);
    expect(load.result()).toMatchObject({ iterations: 3, sent: 15 });
  });

  it('take from before connecting to the last answer, or leave connecting out', () => {
    for (const [place, latency] of [
      ['inside', 30],
      ['outside', 20],
    ] as const) {
      const { load, heard, driver } = setUp({
        useCase: useCaseOf(1),
        pacing: { setUp: place },
        iterations: 1,
      });
      load.begin();
      vi.advanceTimersByTime(10);
      driver.at(0).accept();
      for (let request = 0; request < 2; request++) {
        vi.advanceTimersByTime(10);
        reply(driver.at(0));
      }
      expect(heard).toEqual([`ok ${latency}`]);
      expect(load.result().samples).toEqual({
        durationUs: [latency * 1000],
        setUpUs: [10_000],
        requests: [2],
      });
    }
  });
});

describe('a failing request', () => {
  it('ends its iteration with its kind, once the others of its stage are done', () => {
    const { load, heard, driver } = setUp({ iterations: 1 });
    load.begin();
    driver.at(0).accept();
    driver.at(1).accept();
    driver.at(0).lose();
    expect(heard).toEqual([]);
    reply(driver.at(1));
    expect(heard).toEqual(['reset']);
    expect(load.result()).toMatchObject({ iterations: 0, sent: 2 });
  });

  it('may be an answer that is wrong, or that cannot be decoded', () => {
    const wrong = setUp({ useCase: useCaseOf(1, 'The answer has another id'), iterations: 1 });
    wrong.load.begin();
    wrong.serve();
    expect(wrong.heard).toEqual(['mismatch']);
    const broken = setUp({ useCase: useCaseOf(1), iterations: 1 });
    broken.load.begin();
    broken.driver.at(0).accept();
    reply(broken.driver.at(0), () => {
      throw new SyntaxError('no JSON');
    });
    expect(broken.heard).toEqual(['mismatch']);
  });

  it('may have timed out, or failed to connect', () => {
    const slow = setUp({ useCase: useCaseOf(1), iterations: 1 });
    slow.load.begin();
    slow.driver.at(0).accept();
    slow.deadlines.expire(1000);
    expect(slow.heard).toEqual(['timeout']);
    for (const place of ['inside', 'outside'] as const) {
      const refused = setUp({ useCase: useCaseOf(1), pacing: { setUp: place, interval: 0 } });
      refused.load.begin();
      refused.driver.at(0).refuse();
      expect(refused.heard).toEqual(['connect']);
      // A dead service is not retried immediately.
      vi.advanceTimersByTime(49);
      expect(refused.driver.connections).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(refused.driver.connections).toHaveLength(2);
      expect(refused.load.result().sent).toBe(0);
    }
  });

  it('is not counted when the trial ends: requests in flight are abandoned, and counted as sent', () => {
    const { load, heard, driver } = setUp();
    load.begin();
    driver.at(0).accept();
    load.stop();
    expect(heard).toEqual([]);
    expect(load.result()).toMatchObject({ iterations: 0, sent: 1 });
    expect(driver.connections.every(({ closed }) => closed)).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(load.activeUsers).toBe(0);
  });
});

describe('connections', () => {
  /** Sockets of two iterations of two concurrent requests and then one. */
  function sockets(options: Options): number {
    const { load, serve, driver } = setUp(options);
    load.begin();
    serve();
    vi.advanceTimersByTime(500);
    serve();
    expect(load.result().iterations).toBe(2);
    return driver.connections.length;
  }

  it.each([
    ['per-iteration', 'stagger', 4, 2],
    ['per-request', 'stagger', 6, 6],
    ['per-user', 'stagger', 2, 1],
    ['per-user', 'load', 4, 2],
    [{ shared: 1 }, 'stagger', 1, 1],
    [{ shared: 1 }, 'load', 1, 1],
  ] as const)(
    '%j under %s: %i, or %i that carry several requests',
    (connections, schedule, one, many) => {
      const pacing = { schedule };
      expect(sockets({ connections, pacing })).toBe(one);
      expect(sockets({ connections, pacing, multiplexed: true })).toBe(many);
    },
  );

  it('are opened in advance if that is not timed, as many as the widest stage needed', () => {
    const pacing = { setUp: 'outside' } as const;
    expect(sockets({ pacing })).toBe(4);
    expect(sockets({ pacing, multiplexed: true })).toBe(2);
    expect(sockets({ pacing, connections: 'per-user' })).toBe(2);
  });
});
