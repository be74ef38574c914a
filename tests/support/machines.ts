import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { messageOf } from '../../contracts/errors.ts';
import { findNatsServer } from '../../engine/machines/nats-server.ts';
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

/** Starts a run of an experiment on so many machines. @param args more of the command line. */
export async function startController(
  experiment: string,
  agents: number,
  args: readonly string[] = [],
): Promise<Controller> {
  const home = temporaryFolder();
  const port = await freePort();
  const file = join(home, 'machines.bench.yaml');
  writeFileSync(file, experiment);
  const place = `127.0.0.1:${port}`;
  const run = endWithTest(
    startWirebench(home, ['run', file, '--agents', String(agents), '--listen', place, ...args]),
  );
  const [line] = await run.until('stderr', /agent --join \S+ --token \S+/);
  return { run, home, port, joining: line.split(' ') };
}

/** Starts an agent as a person would, with two load workers; resolves when it has joined. */
export async function startAgent(joining: readonly string[], name: string): Promise<CommandLine> {
  const agent = endWithTest(
    startWirebench(temporaryFolder(), [...joining, '--name', name, '--threads', '2']),
  );
  await agent.until('stderr', /has joined/);
  return agent;
}
