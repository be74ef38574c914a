import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { messageOf } from '../../contracts/errors.ts';
import { findNatsServer } from '../../engine/machines/nats-server.ts';
import { PulledCable } from './cable.ts';
import { type CommandLine, startWirebench } from './command-line.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Why several machines cannot be tried here; null when they can. */
export const withoutNats: string | null = await findNatsServer().then(() => null, messageOf);

/** A run whose load other machines generate, until it has said how they join. */
export interface Controller {
  readonly run: CommandLine;
  /** Data folder. */
  readonly home: string;
  readonly port: number;
  /** Where the others reach it. */
  readonly host: string;
  /** The words of the line that is to be run on the others, behind `wirebench`. */
  readonly joining: readonly string[];
}

/** Ends a process of a test with the test, if it has not ended by then. */
function endWithTest(started: CommandLine): CommandLine {
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/**
 * Starts a run of an experiment on so many machines.
 * @param args more of the command line.
 * @param like takes home and port of one that has ended, or a place of its own.
 */
export async function startController(
  experiment: string,
  agents: number,
  args: readonly string[] = [],
  like: Partial<Pick<Controller, 'home' | 'port' | 'host'>> & Placed = {},
): Promise<Controller> {
  const { home = temporaryFolder(), port = await freePort(), host = '127.0.0.1' } = like;
  const file = join(home, 'machines.bench.yaml');
  writeFileSync(file, experiment);
  const words = ['run', file, '--agents', String(agents), '--listen', `${host}:${port}`, ...args];
  const run = endWithTest(startWirebench(home, words, placed(like)));
  const [line] = await run.until('stderr', /agent --join \S+ --token \S+/);
  return { run, home, port, host, joining: line.split(' ') };
}

/** Where and how a process is started, other than here and as usual. */
export interface Placed {
  readonly before?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const placed = ({ before = [], env = {} }: Placed) => ({ before, env });

/**
 * Starts an agent as a person would; resolves when it has joined.
 * @param at `threads` load workers, two if left out; `args` more of the command line; `home` its data folder.
 */
export async function startAgent(
  joining: readonly string[],
  name: string,
  at: Placed & {
    readonly threads?: number;
    readonly args?: readonly string[];
    readonly home?: string;
  } = {},
): Promise<CommandLine> {
  const words = [
    ...joining,
    '--name',
    name,
    '--threads',
    String(at.threads ?? 2),
    ...(at.args ?? []),
  ];
  const agent = endWithTest(startWirebench(at.home ?? temporaryFolder(), words, placed(at)));
  await agent.until('stderr', /has joined/);
  return agent;
}

/** A cable from an agent to the controller at a port, until the end of the test. */
export const Cable = {
  to: async (port: number): Promise<PulledCable> => {
    const cable = await PulledCable.to(port);
    onTestFinished(() => cable.remove());
    return cable;
  },
};
