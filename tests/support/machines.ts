import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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

/**
 * Starts a run of an experiment on so many machines.
 * @param args more of the command line.
 * @param like takes home and port of one that has ended.
 */
export async function startController(
  experiment: string,
  agents: number,
  args: readonly string[] = [],
  like?: Pick<Controller, 'home' | 'port'>,
): Promise<Controller> {
  const { home, port } = like ?? { home: temporaryFolder(), port: await freePort() };
  const file = join(home, 'machines.bench.yaml');
  writeFileSync(file, experiment);
  const place = `127.0.0.1:${port}`;
  const run = endWithTest(
    startWirebench(home, ['run', file, '--agents', String(agents), '--listen', place, ...args]),
  );
  const [line] = await run.until('stderr', /agent --join \S+ --token \S+/);
  return { run, home, port, joining: line.split(' ') };
}

/**
 * Starts an agent as a person would, with two load workers; resolves when it has joined.
 * @param args more of the command line. @param home its data folder.
 */
export async function startAgent(
  joining: readonly string[],
  name: string,
  args: readonly string[] = [],
  home = temporaryFolder(),
): Promise<CommandLine> {
  const agent = endWithTest(
    startWirebench(home, [...joining, '--name', name, '--threads', '2', ...args]),
  );
  await agent.until('stderr', /has joined/);
  return agent;
}

/** A cable between an agent and its controller, which can be pulled out. */
export class Cable {
  readonly #server = createServer((near) => this.#join(near));
  readonly #port: number;
  readonly #ends = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#port = port;
  }

  /** @param port of the controller. */
  static async to(port: number): Promise<Cable> {
    const cable = new Cable(port);
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    onTestFinished(() => {
      cable.cut();
      cable.#server.close();
    });
    return cable;
  }

  /** The words that join through it. */
  through(joining: readonly string[]): string[] {
    const { port } = this.#server.address() as AddressInfo;
    return joining.map((word) => word.replace(/^127\.0\.0\.1:\d+$/, `127.0.0.1:${port}`));
  }

  /** Nothing passes, and every connection is gone. */
  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  #join(near: Socket): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(this.#port, '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#ends.add(end);
      end.setNoDelay(true);
      end.on('error', () => undefined);
      end.on('close', () => {
        this.#ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  }
}
