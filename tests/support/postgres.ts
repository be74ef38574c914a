import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { waitMs } from './timeouts.ts';

/** A real PostgreSQL for the test alone. */
export interface Postgres {
  /** Address of a database that is empty at first. */
  readonly url: string;
  /** Runs a statement of the test. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Kills the server immediately, with all its connections. */
  stop(): Promise<void>;
}

const debianFolder = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs: that of Debian's newest version, or one on the path; null if there is none. */
function programFolder(): string | null {
  if (existsSync(debianFolder)) {
    const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
    const found = versions
      .map((version) => join(debianFolder, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')));
    if (found) return found;
  }
  return spawnSync('initdb', ['--version']).status === 0 ? '' : null;
}

const programs = programFolder();

/** Why PostgreSQL is unavailable, or null. */
export const missingPostgres: string | null =
  programs === null ? 'PostgreSQL is not installed (Debian: apt-get install postgresql)' : null;

/** PostgreSQL refuses to run as root, so it runs as the user that its package created. */
function asItsUser(program: string, args: readonly string[]): [string, string[]] {
  const path = join(programs ?? '', program);
  if (process.getuid?.() !== 0) return [path, [...args]];
  const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
  return ['setpriv', [...user, path, ...args]];
}

function initialise(data: string): void {
  const args = ['-D', data, '-U', 'wirebench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  const { status, stderr } = spawnSync(...asItsUser('initdb', args), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

async function queryAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a cluster in a new folder and starts it on a free port of loopback. */
export async function startPostgres(): Promise<Postgres> {
  const folder = makeFolder();
  // The folder belongs to the user that the tests run as; PostgreSQL creates its own within it.
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  initialise(data);
  const port = await freePort();
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=60'];
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', data];
  const [program, all] = asItsUser('postgres', [
    ...args,
    ...settings.flatMap((one) => ['-c', one]),
  ]);
  const server = spawn(program, all, { stdio: 'ignore' });
  const exited = once(server, 'exit');
  const url = `postgres://wirebench@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    server.kill('SIGQUIT');
    await exited;
    removeFolder(folder);
  };
  try {
    await vi.waitFor(() => queryAt(url, 'SELECT 1'), { timeout: waitMs, interval: 100 });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    query: (text) => queryAt(url, text),
    stop,
  };
}
