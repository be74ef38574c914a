import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const waitMs = 5000;
const everyMs = 20;

/** A file for the TLS secrets of one recording, in a folder that only this user can read. */
export class KeyLogFile {
  readonly path: string;
  readonly #folder: string;

  static async create(): Promise<KeyLogFile> {
    return new KeyLogFile(await mkdtemp(join(tmpdir(), 'wirebench-wire-')));
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'keys.log');
  }

  /** Its text once it has the secrets of all connections, which Node writes with a short delay. */
  async read(connections: number): Promise<string> {
    const until = performance.now() + waitMs;
    for (;;) {
      const text = await this.#text();
      if (completeConnections(text) >= connections || performance.now() > until) return text;
      await delay(everyMs);
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #text(): Promise<string> {
    // Missing before the first handshake.
    return await readFile(this.path, 'utf8').catch(() => '');
  }
}

const labels13 = [
  'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
  'SERVER_HANDSHAKE_TRAFFIC_SECRET',
  'CLIENT_TRAFFIC_SECRET_0',
  'SERVER_TRAFFIC_SECRET_0',
];

/** Connections with all of their secrets: one line in TLS 1.2, four in TLS 1.3. */
export function completeConnections(text: string): number {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const count = (label: string) =>
    new Set([...whole.matchAll(new RegExp(`^${label} ([0-9a-f]{64}) `, 'gim'))].map(([, r]) => r))
      .size;
  return count('CLIENT_RANDOM') + Math.min(...labels13.map(count));
}
