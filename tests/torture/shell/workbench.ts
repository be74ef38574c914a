import { existsSync } from 'node:fs';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import { type CommandLine, startWirebench } from '../../support/command-line.ts';
import type { EngineClient } from '../../support/transports.ts';
import { within } from '../within.ts';

const renderer = new URL('../../../dist/renderer/index.html', import.meta.url);

/** Timeout for a server on a slow machine. */
const maxTimeoutMs = 30_000;

export interface DialOptions {
  readonly token?: string;
  readonly origin?: string;
}

/** How a socket ended, and what it received before. */
export interface DialEnd {
  /** The close code, or the HTTP status that refused it; 0 while it stays open. */
  readonly code: number;
  readonly messages: readonly string[];
}

/** `wirebench serve` under attack. */
export class Workbench {
  readonly #command: CommandLine;
  readonly address: URL;

  private constructor(command: CommandLine, address: URL) {
    this.#command = command;
    this.address = address;
  }

  /** @returns why it cannot be started here, or null. */
  static missing(): string | null {
    return existsSync(renderer) ? null : 'the window is not built';
  }

  /** @param env additional environment variables. */
  static async start(home: string, env: NodeJS.ProcessEnv = {}): Promise<Workbench> {
    const command = startWirebench(home, ['serve', '--no-open', '--port', '0'], { env });
    const printing = command.until('stdout', /^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/m);
    try {
      const [address] = await within('the workbench prints its address', printing);
      return new Workbench(command, new URL(address));
    } catch (error) {
      command.child.kill('SIGKILL');
      throw error;
    }
  }

  get port(): number {
    return Number(this.address.port);
  }
  get token(): string {
    return this.address.searchParams.get('token') ?? '';
  }
  get enginePid(): number {
    return this.#command.child.pid ?? 0;
  }
  get hasEnded(): boolean {
    return this.#command.child.exitCode !== null || this.#command.child.signalCode !== null;
  }

  signal(name: NodeJS.Signals): void {
    this.#command.child.kill(name);
  }

  /** Kills it, as a system out of memory would. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#command.ended;
  }

  async stop(): Promise<void> {
    this.signal('SIGINT');
    await this.#command.ended;
  }

  #dial({ token = this.token, origin = this.address.origin }: DialOptions): WebSocket {
    const headers = { Origin: origin };
    return new WebSocket(`ws://127.0.0.1:${this.port}/engine?token=${token}`, { headers });
  }

  /**
   * Connects, sends something, and returns how that ended.
   * @param messages are sent once it is open. @param timeoutMs for an end; without it the first message ends it.
   */
  dial(
    options: DialOptions,
    messages: readonly (string | Buffer)[],
    timeoutMs: number | null = null,
  ): Promise<DialEnd> {
    return new Promise((resolve) => {
      const heard: string[] = [];
      const settle = (code: number) => {
        clearTimeout(timer);
        socket.terminate();
        resolve({ code, messages: heard });
      };
      const timer = setTimeout(() => settle(0), timeoutMs ?? maxTimeoutMs);
      let socket: WebSocket;
      try {
        socket = this.#dial(options);
      } catch {
        clearTimeout(timer);
        resolve({ code: 400, messages: [] });
        return;
      }
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        settle(response.statusCode ?? 0);
      });
      socket.on('close', settle);
      socket.on('message', (data) => {
        heard.push(String(data));
        if (timeoutMs === null) settle(0);
      });
      socket.on('open', () => {
        for (const message of messages) socket.send(message);
      });
    });
  }

  /** Uses the engine as one of its own pages does. */
  async use<T>(act: (client: EngineClient) => Promise<T>): Promise<T> {
    const socket = this.#dial({});
    try {
      // The two declarations of a WebSocket differ in events that the link does not use.
      const websocket = socket as unknown as globalThis.WebSocket;
      return await act(createORPCClient(new RPCLink({ websocket })));
    } finally {
      socket.terminate();
    }
  }
}
