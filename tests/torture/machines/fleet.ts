import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultDocument } from '../../../contracts/result.ts';
import { type Engine, openEngine } from '../../../engine/api/engine.ts';
import { PulledCable } from '../../support/cable.ts';
import { type CommandLine, script, startCommand } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import type { EngineClient } from '../../support/transports.ts';
import { until } from '../attacks.ts';
import { within } from '../within.ts';
import { Counter, type Seen } from './counter.ts';

/** In the order in which a run assigns its load workers, one to each. */
export const agentNames = ['a', 'b'] as const;
export type AgentName = (typeof agentNames)[number];

interface FleetAgent {
  readonly command: CommandLine;
  readonly cable: PulledCable;
}

/** The measure of machines that cannot reach their controller. */
export const loadWithoutController = 'most seconds of load without a controller';

export interface FleetRun {
  /** Duration of the load, in seconds. */
  readonly seconds: number;
  readonly loss?: 'abort' | 'continue';
}

/** A run that has ended. */
export interface FleetEnd {
  readonly document: ResultDocument;
  readonly seen: Seen;
  /** Its name in the counter. */
  readonly name: string;
}

let runs = 0;

/** An experiment of four users, whose requests carry the name of their run and a number. */
export function counted(port: number, { seconds, loss = 'abort' }: FleetRun) {
  runs += 1;
  const name = `run-${runs}`;
  const text = `wirebench: 1
name: ${name}
machines: 2
onMachineLoss: ${loss}
service:
  rest: {address: "http://127.0.0.1:${port}"}
  requests: {thing: {rest: {path: "/${name}/{{sequence}}"}}}
factors: {protocol: [rest], shape: [thing], users: [4]}
load: {model: closed, warmUp: 0s, duration: ${seconds}s, thinkTime: 10ms}
`;
  return { name, text };
}

/** A controller in this process, two agents in separate processes, each on its own cable, and their service. */
export class Fleet {
  readonly counter: Counter;
  readonly home: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #agents = new Map<AgentName, FleetAgent>();
  #engine: Engine | null = null;
  #joining: readonly string[] = [];
  #homes = 0;

  private constructor(folder: string, counter: Counter, port: number) {
    this.#folder = folder;
    this.home = join(folder, 'controller');
    this.counter = counter;
    this.#port = port;
  }

  static async start(folder: string): Promise<Fleet> {
    mkdirSync(folder, { recursive: true });
    const fleet = new Fleet(folder, await Counter.start(), await freePort());
    await fleet.open();
    return fleet;
  }

  /** Opens the controller; the existing agents reconnect to it. */
  async open(): Promise<EngineClient> {
    this.#engine ??= await openEngine({ home: this.home });
    const { client } = this.#engine;
    const { line } = await client.machines.open({ host: '127.0.0.1', port: this.#port });
    this.#joining = line.split(' ').slice(1);
    return client;
  }

  /** Ends the controller, and leaves the agents running. */
  async leave(): Promise<void> {
    await this.#engine?.close();
    this.#engine = null;
  }

  get port(): number {
    return this.#port;
  }

  get token(): string {
    return this.#joining.at(-1) ?? '';
  }

  /** The arguments that join, and the address at which they do. */
  joining(): readonly string[] {
    return this.#joining;
  }

  agent(name: AgentName): FleetAgent {
    const agent = this.#agents.get(name);
    if (!agent) throw new Error(`there is no agent ${name}`);
    return agent;
  }

  pidOf(name: AgentName): number {
    return this.agent(name).command.child.pid ?? 0;
  }

  /** Starts an agent if there is none, or if it has ended. */
  async startAgent(name: AgentName, env: NodeJS.ProcessEnv = {}): Promise<void> {
    const present = this.#agents.get(name)?.command.child;
    if (present && present.exitCode === null && present.signalCode === null) return;
    this.#agents.get(name)?.cable.remove();
    const cable = await PulledCable.to(this.#port);
    this.#homes += 1;
    const home = join(this.#folder, `agent-${this.#homes}`);
    mkdirSync(home);
    const words = [...cable.through(this.#joining), '--name', name, '--threads', '1', '--wait'];
    const command = startCommand(home, [script, ...words], { env });
    this.#agents.set(name, { command, cable });
    await within(`agent ${name} has joined`, command.until('stderr', /has joined/));
  }

  /** Ends an agent, and waits until the controller has noticed: before that, a run would still use it. */
  async endAgent(name: AgentName): Promise<void> {
    await this.killAgent(name);
    const client = await this.open();
    const isThere = async () =>
      (await client.machines.state()).machines.some(({ facts }) => facts.name === name);
    await until(async () => !(await isThere()));
  }

  async killAgent(name: AgentName): Promise<void> {
    const present = this.#agents.get(name);
    present?.command.child.kill('SIGKILL');
    await present?.command.ended;
  }

  /** Both agents, and no others, are there and free. @throws Error if they do not appear. */
  async gathered(): Promise<EngineClient> {
    const client = await this.open();
    await Promise.all(agentNames.map((name) => this.startAgent(name)));
    const areFree = async () => {
      const { machines } = await client.machines.state();
      return machines.length === agentNames.length && machines.every(({ isFree }) => isFree);
    };
    if (await until(areFree)) return client;
    const { machines } = await client.machines.state();
    const states = machines.map(({ facts, isFree, loading }) =>
      [facts.name, isFree, loading].join(),
    );
    throw new Error(`the agents are not free: ${states.join('; ') || 'none is there'}`);
  }

  /**
   * Runs a load on both agents, and acts as soon as it has begun.
   * @param anyTime acts at any time from the start of the run instead.
   */
  async run(
    run: FleetRun,
    harm: (name: string) => Promise<void>,
    anyTime = false,
  ): Promise<FleetEnd> {
    const client = await this.gathered();
    const { name, text } = counted(this.counter.port, run);
    const seen = this.counter.seen(name);
    const { runId } = await client.runs.start({ text });
    const ended = (async () => {
      for await (const _event of await client.runs.watch({ runId }));
    })();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    if (!anyTime) await until(() => seen.count > 20 || isOver);
    await harm(name);
    await within(`${name} ends`, ended, 4 * 60_000);
    return { document: await client.runs.get({ runId }), seen, name };
  }

  /** When the last request of an agent arrived, on `performance.now()`. */
  lastOf(name: AgentName, { seen }: Pick<FleetEnd, 'seen'>): number {
    return Math.max(0, ...seen.ofWorker(agentNames.indexOf(name), agentNames.length));
  }

  /** Waits until no request of a run is sent any more. @returns what is wrong, or null. */
  async quiet({ seen }: Pick<FleetEnd, 'seen'>, timeoutMs = 20_000): Promise<string | null> {
    const isQuiet = () => performance.now() - seen.lastAt > 1500;
    return (await until(isQuiet, timeoutMs)) ? null : 'load continued';
  }

  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    for (const { command, cable } of agents) {
      command.child.kill('SIGKILL');
      cable.remove();
    }
    await Promise.all(agents.map(({ command }) => command.ended));
    await this.leave();
    this.counter.close();
  }
}

/** Every request that the service saw is in the result, and nothing is missing. @returns what is wrong, or null. */
export function exactFault({ document, seen }: FleetEnd): string | null {
  const [trial] = document.trials;
  if (trial?.status !== 'completed')
    return `the trial ${trial?.status}: ${trial?.failure?.message}`;
  const { issued, measured, drained, abandoned } = trial.accounting;
  if (issued !== seen.count) return `${issued} requests of ${seen.count} are reported`;
  if (measured + drained + abandoned !== issued)
    return `of ${issued} only ${measured} are measured`;
  const { ok, failed } = trial.requests;
  if (failed > 0) return `${failed} requests failed: ${trial.errors[0]?.message}`;
  const sum = (trial.machines ?? []).reduce((all, { requests }) => all + requests.ok, 0);
  return sum === ok ? null : `the machines have ${sum} of ${ok} requests`;
}

/**
 * After the loss of a machine: all requests of the other one are reported except those in flight, and of the
 * lost one nothing that it did not send.
 * @returns what is wrong, or null.
 */
export function lossFault({ document, seen }: FleetEnd, lost: AgentName): string | null {
  const [trial] = document.trials;
  const isReported =
    trial?.failure?.code === 'MACHINE_LOST' ||
    (trial?.lostMachines ?? []).some(({ name }) => name === lost);
  if (!isReported) {
    const { status } = document.run;
    return `the loss is not reported: the run ${status}, its trial ${trial?.status}: ${trial?.failure?.message}`;
  }
  const users = 2;
  for (const [worker, name] of agentNames.entries()) {
    const machine = trial?.machines?.find((one) => one.name === name);
    const reported = (machine?.requests.ok ?? 0) + (machine?.requests.failed ?? 0);
    const sent = seen.ofWorker(worker, agentNames.length).length;
    if (reported > sent)
      return `${name} has ${reported} requests, of which the service saw ${sent}`;
    if (name !== lost && trial?.status === 'completed' && sent - reported > users)
      return `${name} has ${reported} requests of ${sent}`;
  }
  return null;
}
