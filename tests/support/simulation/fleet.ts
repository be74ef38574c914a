/** One file, because machines, workers, controller and what befalls them draw from one chance and share one clock. */
import { WirebenchError } from '../../../contracts/errors.ts';
import { machineSilenceMs } from '../../../contracts/machines.ts';
import type { Assignment, Tick } from '../../../contracts/worker-messages.ts';
import { Agent, type AgentPool } from '../../../engine/machines/agent.ts';
import type { LeaseRecord, LeaseRecords } from '../../../engine/machines/left-behind.ts';
import { MachinePool } from '../../../engine/machines/machine-pool.ts';
import { Machines } from '../../../engine/machines/machines.ts';
import { type Cancel, type Clock, sleep } from '../../../engine/platform/clock.ts';
import type { StintMachine, WorkerEnd } from '../../../engine/run/load-pool.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { assignment, plainPlace } from '../worker.ts';
import { SimulatedClock, WorldClock } from './clock.ts';
import { SimulatedLine, SimulatedServer } from './line.ts';
import { type Chance, chanceOf } from './random.ts';

const nothing = new Histogram().toData();
const tickMs = 500;
const health = { cpuSeconds: 0, eventLoopUtilization: 0, gcMs: 0, lagMs: 0 };
export const keyOf = (stint: number, worker: number) => `${stint}/${worker}`;

/** What one load worker did in a stint, whether or not anybody was told. */
interface Done {
  readonly machine: string;
  readonly ticks: number[];
  /** On the clock of all. */
  beganAt: number | null;
  lastAt: number;
}

interface WorkersPlan {
  readonly did: Map<string, Done>;
  readonly ticks: number;
  readonly lies: boolean;
}

/** Load workers of one agent, which send random numbers of requests. */
class Workers implements AgentPool {
  readonly #machine: string;
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #did: Map<string, Done>;
  readonly #ticks: number;
  readonly #lies: boolean;
  /** Ends each worker that has not ended. */
  #own: { start(waitMs: number): void; stop(): void; kill(): void }[] = [];

  /** Which preparation it is. */
  #turn = 0;

  constructor(machine: string, clock: Clock, chance: Chance, { did, ticks, lies }: WorkersPlan) {
    this.#machine = machine;
    this.#clock = clock;
    this.#chance = chance;
    this.#did = did;
    this.#lies = lies;
    this.#ticks = ticks;
  }

  async prepare(...[assignments, listeners]: Parameters<AgentPool['prepare']>): Promise<void> {
    this.#kill();
    this.#own = assignments.map((one, place) =>
      this.#worker(
        one,
        (tick) => listeners.tick(place, tick),
        (end) => listeners.done(place, end),
      ),
    );
    const turn = ++this.#turn;
    await sleep(this.#clock, this.#chance.between(1, 200));
    // The next ones are ready instead.
    if (turn !== this.#turn) await new Promise(() => undefined);
  }

  start(at = 0n): number {
    const waitMs = Number(at - this.#clock.reading()) / 1e6;
    for (const worker of this.#own) worker.start(waitMs);
    return 0;
  }

  stop(): void {
    for (const worker of this.#own) worker.stop();
  }

  extend(): void {}
  open(): void {}

  async close(): Promise<void> {
    this.#turn += 1;
    this.#kill();
  }

  get isBusy(): boolean {
    return this.#own.length > 0;
  }

  #kill(): void {
    for (const worker of this.#own.splice(0)) worker.kill();
  }

  #worker(
    { firstSequence: stint, worker: index }: Assignment,
    tell: (tick: Tick) => void,
    end: (end: WorkerEnd) => void,
  ) {
    const did: Done = { machine: this.#machine, ticks: [], beganAt: null, lastAt: 0 };
    this.#did.set(keyOf(stint, index), did);
    let cancel: Cancel = () => undefined;
    const finish = () => {
      cancel();
      this.#own = this.#own.filter((one) => one !== worker);
      const issued = did.ticks.reduce((sum, ok) => sum + ok, 0);
      end({
        ...{ type: 'done', trial: 1, issued, abandoned: 0, dropped: 0, notes: [] },
        ...{ plan: null, encoded: null, parts: [] },
        windowStartMs: 0,
        windowEndMs: did.ticks.length * tickMs,
      });
    };
    const load = () => {
      const startMs = did.ticks.length * tickMs + (this.#lies ? 1 : 0);
      const ok = this.#chance.between(1, 50);
      did.ticks.push(ok);
      did.lastAt = this.#clock.now();
      tell({
        ...{ phase: 'measured', round: null, startMs, endMs: startMs + tickMs, users: 1, ok },
        ...{ failed: 0, dropped: 0, rate: null, latency: nothing, service: null, lag: null },
        ...{ errors: [], bytesSent: 0, bytesReceived: 0, health },
      });
      if (did.ticks.length === this.#ticks) finish();
      else cancel = this.#clock.after(tickMs, load);
    };
    const worker = {
      start: (waitMs: number) => {
        did.beganAt = this.#clock.now() + Math.max(0, waitMs);
        cancel = this.#clock.after(waitMs + tickMs, load);
      },
      stop: () => {
        cancel();
        cancel = this.#clock.after(this.#chance.between(0, 30), finish);
      },
      kill: () => cancel(),
    };
    return worker;
  }
}

/** What the next controller finds. */
function recordsOf(): LeaseRecords & { readonly kept: LeaseRecord[] } {
  let current: LeaseRecord[] = [];
  const kept: LeaseRecord[] = [];
  return {
    kept,
    write: async (record) => {
      current = [structuredClone(record)];
    },
    forget: async () => {
      current = [];
    },
    left: async () => {
      kept.push(...current.splice(0));
      return [...kept];
    },
    forgetLeft: async (lease) =>
      void kept.splice(0, kept.length, ...kept.filter((one) => one.lease !== lease)),
  };
}

/** A machine of the simulation, with a clock of its own. */
class Place {
  readonly clock: WorldClock;
  readonly line: SimulatedLine;
  constructor(server: SimulatedServer, chance: Chance) {
    const aheadNs = BigInt(chance.between(-5000, 5000)) * 1_000_000n;
    this.clock = new WorldClock(server.clock, aheadNs);
    this.line = new SimulatedLine(server, this.clock, chance.pick([1, 1, 5, 40]));
  }

  /** Without a word to anybody. */
  async die(): Promise<void> {
    this.clock.end();
    await this.line.close();
  }
}

const facts = {
  ...{ wirebench: '1', node: '24', os: 'Linux', cpu: 'any', cores: 2, memoryBytes: 1, threads: 2 },
};

const disturbances = ['cut', 'silent', 'long cut', 'long silence', 'crash'] as const;

export interface Disturbance {
  readonly what: (typeof disturbances)[number];
  /** The name of a machine, or `controller`. */
  readonly who: string;
}

/** How a run ended for the controller. */
export interface FleetRun {
  readonly heard: Map<string, number[]>;
  readonly ends: Map<string, WorkerEnd>;
  /** Workers of lost machines. */
  readonly lost: Set<string>;
  readonly starts: { stint: number; atMs: number; machines: readonly StintMachine[] }[];
  readonly notes: string[];
  error: WirebenchError | null;
}

const mostMs = 3 * 60_000;

/**
 * Plays a run of several machines to its end, and then that of the next controller if the first has died.
 * @param lies whether load workers report what is not of their load.
 */
export async function playFleet(seed: number, lies = false) {
  const chance = chanceOf(seed);
  const clock = new SimulatedClock();
  const isSound = chance.percent(15);
  const server = new SimulatedServer(clock, chance.fork(), isSound ? 0 : chance.pick([0, 2]));
  const records = recordsOf();
  const did = new Map<string, Done>();
  const said: string[] = [];
  const ticks = chance.between(2, 5);
  const agents = Array.from({ length: chance.pick([1, 2, 2, 3]) }, (_, place) => {
    const at = new Place(server, chance);
    const name = `m${place}`;
    const id = `U${'ABC'[place]}`.padEnd(56, 'A');
    const workers = new Workers(name, at.clock, chance.fork(), { did, ticks, lies });
    const agent = new Agent(
      {
        ...{ facts: { ...facts, name }, pool: workers, clock: at.clock },
        ...{ say: (text) => said.push(text), tripTo: async () => 1 },
      },
      { id, line: at.line },
    );
    return { ...{ at, name, id, workers, agent }, isDead: false };
  });
  const controllerAt = (at: Place) =>
    Machines.open(
      async () => ({
        ...{ line: at.line, keys: { controller: '', join: '', machines: [] }, folder: '', records },
        ...{ token: '', join: '', joinByWeb: null, entrance: { host: '', port: 0 } },
        ...{ host: '10.0.0.1', reports: server.reportsFor(at.line), admits: () => true },
        ...{ allow: async () => undefined, close: () => at.line.close() },
      }),
      at.clock,
    );
  const first = new Place(server, chance);
  const goesOn = chance.percent(50);
  const disturbed: Disturbance[] = [];
  const died = Promise.withResolvers<void>();
  let isDead = false;

  const disturb = async () => {
    await sleep(clock, chance.between(0, 4000));
    const victim = chance.percent(25) ? null : chance.pick(agents);
    const what = chance.pick(disturbances);
    disturbed.push({ what, who: victim?.name ?? 'controller' });
    const { at } = victim ?? { at: first };
    if (what === 'crash') {
      if (victim) victim.isDead = true;
      else isDead = true;
      await at.die();
      if (!victim) died.resolve();
      return;
    }
    at.line.turn(what.includes('cut') ? 'cut' : 'silent');
    await sleep(clock, what.startsWith('long') ? 11_000 : chance.between(50, 2500));
    at.line.turn('whole');
  };

  /** One machine hears too late of a start, and the controller cannot call it off in time on the others. */
  const delayStart = async () => {
    if (isSound || chance.percent(70)) return;
    const { at, name } = chance.pick(agents);
    disturbed.push({ what: 'silent', who: name });
    at.line.turn('silent');
    await sleep(clock, chance.between(20, 120));
    if (chance.percent(50)) first.line.turn('silent');
    await sleep(clock, chance.between(50, 900));
    first.line.turn('whole');
    at.line.turn('whole');
  };

  const run: FleetRun = {
    ...{ heard: new Map(), ends: new Map(), lost: new Set(), starts: [], notes: [], error: null },
  };
  const stints = chance.pick([1, 1, 2]);
  const stopsAfterMs = !isSound && chance.percent(15) ? chance.between(0, 4000) : null;
  const duringRun = async (machines: Machines) => {
    const free = await machines.gather(agents.length, 60_000, never, () => undefined);
    const pool = await MachinePool.lease(machines, free, { goesOn, byCalibration: false });
    try {
      if (stopsAfterMs !== null) clock.after(stopsAfterMs, () => pool.stop());
      for (let stint = 0; stint < stints; stint++)
        await playStint(pool, stint, run, { machines: agents.length, goesOn, delayStart });
    } finally {
      run.notes.push(...pool.takeNotes());
      await pool.close();
    }
  };
  const whole = async () => {
    const machines = await controllerAt(first);
    const disturbing = isSound ? [] : Array.from({ length: chance.between(1, 2) }, disturb);
    const running = duringRun(machines).catch((error: unknown) => {
      if (!(error instanceof WirebenchError)) throw error;
      run.error = error;
    });
    await Promise.race([running, died.promise]);
    await Promise.all(disturbing);
    if (!isDead) return { machines, fetched: null };
    const second = new Place(server, chance);
    const cameAt = clock.now();
    const next = await controllerAt(second);
    const record = records.kept[0] ?? null;
    let ok = 0;
    await next.fetchLeftBehind(never, {
      add: (_, some) => {
        ok = some.reduce((sum, tick) => sum + tick.ok, 0);
      },
      failed: (_, error) => {
        throw error;
      },
    });
    return { machines: next, fetched: record && { record, ok, tookMs: clock.now() - cameAt } };
  };
  const { machines, fetched } = await clock.play(whole(), mostMs);
  const endedAt = clock.now();
  // As long as a machine may take to hear that its run is over.
  const untilFreeMs = disturbed.length === 0 ? 1500 : machineSilenceMs + (isDead ? 32_000 : 2000);
  await clock.play(sleep(clock, untilFreeMs), mostMs);
  const present = machines.present.map(({ beat }) => beat);
  const busy = agents.filter((one) => !one.isDead && one.workers.isBusy).map(({ name }) => name);
  const leave = async () => {
    await machines.close();
    for (const one of agents) if (!one.isDead) await one.agent.close();
  };
  await clock.play(leave(), mostMs);
  return {
    ...{ seed, isSound, agents, did, run, fetched, present, busy, endedAt, said, goesOn },
    ...{ disturbed, isDead, stints, ticks, stopsAfterMs, waiting: clock.waiting },
  };
}

const never = new AbortController().signal;

async function playStint(
  pool: MachinePool,
  stint: number,
  { heard, ends, lost, starts }: FleetRun,
  {
    machines,
    goesOn,
    delayStart,
  }: { readonly machines: number; readonly goesOn: boolean; delayStart(): Promise<void> },
): Promise<void> {
  const workers = 2 * machines;
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => undefined);
  const left = new Set(Array.from({ length: workers }, (_, worker) => worker));
  const end = (worker: number) => {
    left.delete(worker);
    if (left.size === 0) over.resolve();
  };
  const assignments = [...left].map((worker) =>
    assignment(plainPlace(1), { worker, workers, firstSequence: stint }),
  );
  await pool.prepare(
    assignments,
    {
      tick: (worker, tick) => {
        const key = keyOf(stint, worker);
        const ticks = heard.get(key) ?? [];
        heard.set(key, ticks);
        if (tick.startMs !== ticks.length * tickMs) {
          throw new Error(`${key}: a tick from ${tick.startMs} after ${ticks.length}`);
        }
        ticks.push(tick.ok);
      },
      done: (worker, one) => {
        ends.set(keyOf(stint, worker), one);
        end(worker);
      },
      lost: (some, error) => {
        if (!goesOn) over.reject(error);
        for (const worker of some) {
          lost.add(keyOf(stint, worker));
          end(worker);
        }
      },
      failed: over.reject,
    },
    'trial',
  );
  void delayStart();
  const atMs = await pool.start();
  starts.push({ stint, atMs, machines: pool.machines });
  await over.promise;
}

export type PlayedFleet = Awaited<ReturnType<typeof playFleet>>;
