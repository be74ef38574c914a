import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { type CommandLine, script, startCommand } from '../../../tests/support/command-line.ts';
import { makeFolder, removeFolder } from '../../../tests/support/folder.ts';
import { Network, type NetworkMachine } from '../../../tests/support/namespaces.ts';
import { childrenOf, descendants } from '../../../tests/support/processes.ts';
import { cpuSecondsOf } from '../support/proc.ts';

const agentsEntry = fileURLToPath(new URL('agents-process.ts', import.meta.url));
const targetEntry = fileURLToPath(
  new URL('../../../tests/support/counting-process.ts', import.meta.url),
);
const port = 4222;
const targetPort = 8080;
const settleMs = 3000;

/** CPU and octets of a period. */
interface Use {
  /** Cores in use: 1 is one core fully busy. */
  readonly controllerCores: number;
  readonly serverCores: number;
  /** CPU and octets of one agent. */
  readonly agentCores: number;
  /** Octets a second on the link of the agents, with the overhead of TLS and TCP. */
  readonly bytesFromAgents: number;
  readonly bytesToAgents: number;
}

/** Cost of a number of agents. */
export interface MachinesFigures {
  readonly agents: number;
  readonly workers: number;
  /** From the first to the last of agents that join concurrently. */
  readonly joinMs: number;
  readonly idle: Use;
  readonly loading: Use;
  /** From the last agent that joins to the start of the load. */
  readonly startMs: number;
  /** The largest error of a clock. */
  readonly clockErrorMs: number;
  /** Whether all ticks of all agents are in the result. */
  readonly isWhole: boolean;
}

export interface MachinesOptions {
  readonly agents: number;
  /** Load workers of each, and requests a second that each of them reports. */
  readonly workers: number;
  readonly rate: number;
  readonly idleSeconds: number;
  readonly loadSeconds: number;
}

interface Parts {
  readonly controller: CommandLine;
  readonly agents: CommandLine;
  readonly network: Network;
  readonly controllerMachine: NetworkMachine;
  readonly agentsMachine: NetworkMachine;
  readonly count: number;
}

function natsPid({ controller }: Parts): number {
  const below = descendants(controller.child.pid ?? 0);
  return below.find(({ command }) => /^\S*nats-server /.test(command))?.pid ?? 0;
}

/** Usage over the given time from now on. */
async function useOf(parts: Parts, seconds: number): Promise<Use> {
  const { controller, agents, network, controllerMachine, agentsMachine, count } = parts;
  const server = natsPid(parts);
  const look = () => ({
    at: performance.now() / 1000,
    controller: cpuSecondsOf(controller.child.pid ?? 0) ?? Number.NaN,
    server: cpuSecondsOf(server) ?? Number.NaN,
    agents: cpuSecondsOf(agents.child.pid ?? 0) ?? Number.NaN,
    from: network.sentBytes(agentsMachine),
    to: network.sentBytes(controllerMachine),
  });
  const before = look();
  await wait(seconds * 1000);
  const after = look();
  const length = after.at - before.at;
  return {
    controllerCores: (after.controller - before.controller) / length,
    serverCores: (after.server - before.server) / length,
    agentCores: (after.agents - before.agents) / length / count,
    bytesFromAgents: (after.from - before.from) / length,
    bytesToAgents: (after.to - before.to) / length,
  };
}

const experiment = (address: string, options: MachinesOptions) => `wirebench: 1
name: Simulated
service:
  rest: {address: "http://${address}:${targetPort}"}
  requests: {thing: {rest: {path: /thing}}}
factors: {protocol: [rest], shape: [thing], users: [${(options.agents + 1) * options.workers}]}
load: {model: closed, warmUp: 0s, duration: ${options.loadSeconds}s}
`;

/** Measures a controller with this many agents: while they join, idle, and under load. @throws Error when it fails. */
export async function measureMachines(options: MachinesOptions): Promise<MachinesFigures> {
  const network = new Network(3);
  const folder = makeFolder();
  const started: CommandLine[] = [];
  const start = (machine: NetworkMachine, args: readonly string[]) => {
    const home = join(folder, String(started.length));
    mkdirSync(home);
    const command = startCommand(home, args, { before: machine.before });
    started.push(command);
    return command;
  };
  try {
    const [controllerMachine, agentsMachine, targetMachine] = network.machines;
    if (!controllerMachine || !agentsMachine || !targetMachine) throw new Error('no machines');
    const target = start(targetMachine, [targetEntry, targetMachine.address, String(targetPort)]);
    await target.until('stdout', /listening/);
    const file = join(folder, 'simulated.bench.yaml');
    writeFileSync(file, experiment(targetMachine.address, options));
    // One more than there are at first, which leaves time to observe those.
    const controller = start(controllerMachine, [
      ...[script, 'run', file, '--json', '--agents', String(options.agents + 1)],
      ...['--listen', `${controllerMachine.address}:${port}`],
      ...['--allow-host', targetMachine.address],
    ]);
    const [, token = ''] = await controller.until('stderr', /--token (\S+)/);
    const agents = start(agentsMachine, [
      ...[agentsEntry, controllerMachine.address, String(port), token],
      ...[String(options.workers), String(options.rate)],
    ]);
    const parts = {
      ...{ controller, agents, network, controllerMachine, agentsMachine },
      count: options.agents,
    };
    agents.child.stdin.write(`${options.agents}\n`);
    const [, , joinMs] = await agents.until('stdout', /joined (\d+) (\d+)/);
    await wait(settleMs);
    const idle = await useOf(parts, options.idleSeconds);
    const startedAt = performance.now();
    agents.child.stdin.write('1\n');
    await controller.until('stderr', /at \d+ s/);
    const startMs = performance.now() - startedAt;
    const loading = await useOf({ ...parts, count: options.agents + 1 }, options.loadSeconds - 8);
    const { code, stdout, stderr } = await controller.ended;
    if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr.slice(-1000)}`);
    const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
    const all = (options.agents + 1) * options.workers * options.rate * options.loadSeconds;
    return {
      agents: options.agents,
      workers: options.workers,
      joinMs: Number(joinMs),
      ...{ idle, loading, startMs },
      clockErrorMs: Math.max(...(trial?.machines ?? []).map(({ clockErrorMs }) => clockErrorMs)),
      isWhole: trial?.requests.ok === all,
    };
  } finally {
    for (const { child } of started) {
      for (const { pid } of childrenOf(child.pid ?? 0)) process.kill(pid, 'SIGTERM');
      child.kill('SIGKILL');
    }
    await Promise.all(started.map(({ ended }) => ended));
    network.remove();
    removeFolder(folder);
  }
}
