import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { openDisplay } from './display.ts';
import { waitMs } from './timeouts.ts';

const targetsSchema = z.array(
  z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string() }),
);
const replySchema = z.object({
  id: z.number().optional(),
  result: z.object({ result: z.object({ value: z.unknown().optional() }).optional() }).optional(),
  error: z.unknown().optional(),
});

/** The page of a packaged app over Chromium's own protocol: the app allows no inspector in main. */
export class PackagedPage {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const { id, result } = replySchema.parse(JSON.parse(data.toString()));
      if (id !== undefined) this.#waiting.get(id)?.(result?.result?.value);
    });
  }

  /** @param port at which the app listens for debuggers. */
  static async open(port: number): Promise<PackagedPage> {
    const address = await vi.waitUntil(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/json`);
      const targets = targetsSchema.parse(await answer.json());
      return targets.find(({ type, url }) => type === 'page' && url.startsWith('app:'))
        ?.webSocketDebuggerUrl;
    }, 30_000);
    const socket = new WebSocket(address ?? '');
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new PackagedPage(socket);
  }

  send(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  evaluate(expression: string): Promise<unknown> {
    return this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
  }

  /** Waits until a script of the page returns true. */
  async until(expression: string, timeout = waitMs): Promise<void> {
    await vi.waitUntil(async () => (await this.evaluate(expression)) === true, {
      timeout,
      interval: 100,
    });
  }

  close(): void {
    this.#socket.terminate();
  }
}

export interface PackagedApp {
  readonly page: PackagedPage;
  readonly pid: number;
  close(): Promise<void>;
}

/** Starts a packaged app on a new screen. */
export async function startPackaged(
  executable: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<PackagedApp> {
  const display = await openDisplay();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(executable, [...sandbox, '--remote-debugging-port=0', ...args], {
    env: { ...env, DISPLAY: display.name },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await display.close();
  };
  try {
    const port = await new Promise<number>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        const found = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
        if (found) resolve(Number(found));
      });
      child.once('exit', (code) => reject(new Error(`The app ended with ${code}`)));
    });
    const page = await PackagedPage.open(port);
    return {
      page,
      pid: child.pid ?? 0,
      close: async () => {
        page.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
