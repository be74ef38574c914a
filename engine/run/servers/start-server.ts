import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { withPorts } from '../../../contracts/experiment/addresses.ts';
import { type Cell, serverOf } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type {
  Addresses,
  ServerSettings,
  StartSettings,
} from '../../../contracts/experiment/target.ts';
import { protocolsWhere } from '../../../contracts/protocols.ts';
import type { Readiness, ServerStart } from '../../../contracts/server-messages.ts';
import { Secrets } from '../../own-service/environment-secrets.ts';
import { freePorts } from '../../platform/held-port.ts';
import { inherited } from '../../platform/inherited.ts';
import { clientIdentity, serverIdentity } from '../../platform/tls/identity.ts';
import { parseTarget } from '../address.ts';
import type { ServiceProcess } from '../forked-service.ts';
import { startOwnServer, watchOwnServer } from '../service-process.ts';
import { commandFolder, commandWords } from './commands.ts';

/** Context in which own servers are started. */
export interface ServerPlace {
  /** Folder of the certificates. */
  readonly home: string;
  /** Folder of the experiment. */
  readonly folder: string;
  readonly niceness: number;
  readonly cores: readonly number[] | null;
  /** Secrets in the requests, which a server may log. */
  readonly secrets: () => readonly string[];
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** A server that runs for a trial. */
export interface OwnServer {
  readonly process: ServiceProcess;
  /** Addresses of its services, with the assigned ports. */
  readonly addresses: Addresses;
}

/** Its name in sentences. */
export function serverName({ server }: Pick<Cell, 'server'>): string {
  return server === undefined ? 'server' : `server “${server}”`;
}

/**
 * Checks that everything the servers of an experiment refer to exists.
 * @returns the secrets passed to them, which their answers may repeat.
 * @throws WirebenchError SERVICE_INVALID
 */
export function checkServers({ servers }: Experiment): string[] {
  const secrets = new Secrets(env);
  for (const { start } of Object.values(servers)) {
    if (!start) continue;
    commandWords(start);
    secrets.fill(start);
  }
  return [...secrets.values];
}

/**
 * Starts the server that answers in a cell and waits until it is ready, or finds the one that is watched.
 * @returns null where services run elsewhere, or are bundled.
 * @throws WirebenchError SERVER_START_FAILED, SERVER_NOT_FOUND, SERVICE_INVALID
 */
export async function startServer(
  experiment: Experiment,
  cell: Cell,
  place: ServerPlace,
): Promise<OwnServer | null> {
  const { target } = experiment;
  const server: ServerSettings | undefined = serverOf(experiment, cell);
  if (!server || target === 'bundled') return null;
  if (server.watch) {
    const process = await watchOwnServer(server.watch, serverName(cell));
    return { process, addresses: target };
  }
  return server.start ? start(server.start, experiment, target, cell, place) : null;
}

async function start(
  settings: StartSettings,
  { ownTls = {} }: Pick<Experiment, 'ownTls'>,
  target: Addresses,
  cell: Cell,
  place: ServerPlace,
): Promise<OwnServer> {
  const ports = await portsFor([settings, target]);
  const values = { ...(await tlsFiles(cell, place.home)), protocol: cell.protocol, tls: cell.tls };
  const fillText = (text: string) =>
    withPorts(text, (name) => ports.get(name) ?? 0).replace(
      /\{\{\s*(protocol|tls|cert|key|ca)\s*\}\}/g,
      (all, name: string) => (values as Readonly<Record<string, string>>)[name] ?? all,
    );
  const secrets = new Secrets(env);
  const fill = (text: string) => secrets.fill(fillText(text));
  const addresses = mapValues(target, fillText);
  const own = Object.entries(settings.env).map(([name, value]) => [name, fill(value)]);
  const address = parseTarget(addresses[cell.protocol] ?? '');
  const process = await startOwnServer(
    {
      type: 'start-server',
      command: commandWords(settings).map(fill),
      folder: commandFolder(settings, place.folder),
      env: { ...inherited(), ...Object.fromEntries(own) },
      ready: readinessOf(settings, addresses, cell, fillText),
      free: { host: address.host, port: address.port },
      identity: await proberOf(ownTls, cell, place.home),
      withinMs: settings.ready.within,
      graceMs: settings.grace,
      niceness: place.niceness,
    },
    {
      name: serverName(cell),
      secrets: () => [...secrets.values, ...place.secrets()],
      cores: place.cores,
      signal: place.signal,
    },
  );
  return { process, addresses };
}

/** Readiness probe of the protocol, or of another that the server supports. */
async function proberOf(
  ownTls: NonNullable<Experiment['ownTls']>,
  { protocol, tls }: Cell,
  home: string,
): Promise<ServerStart['identity']> {
  const all = [ownTls[protocol], ...Object.values(ownTls)];
  const own = all.find((one) => one?.identity)?.identity;
  if (own) {
    return 'pfx' in own ? { ...own, pfx: Buffer.from(own.pfx).toString('base64') } : own;
  }
  if (tls !== 'mtls') return null;
  const { cert, key } = await clientIdentity(home);
  return { cert, key };
}

function mapValues(target: Addresses, change: (text: string) => string): Addresses {
  return Object.fromEntries(Object.entries(target).map(([key, text]) => [key, change(text)]));
}

/** A free port for each name that is used anywhere. */
async function portsFor(texts: unknown): Promise<ReadonlyMap<string, number>> {
  const names = new Set<string>();
  withPorts(JSON.stringify(texts), (name) => {
    names.add(name);
    return 0;
  });
  const ports = await freePorts(names.size);
  return new Map([...names].map((name, index) => [name, ports[index] ?? 0]));
}

/** Certificate files for a server, which clients of this run trust. */
async function tlsFiles({ tls }: Cell, home: string): Promise<Readonly<Record<string, string>>> {
  if (tls === 'off') return {};
  const identity = await serverIdentity(home);
  const write = async (name: 'cert' | 'key' | 'ca') => {
    const file = join(home, 'tls', `started-server-${name}.pem`);
    await writeFile(file, identity[name], { mode: 0o600 });
    return [name, file] as const;
  };
  return Object.fromEntries(await Promise.all((['cert', 'key', 'ca'] as const).map(write)));
}

export function readinessOf(
  { ready }: StartSettings,
  addresses: Addresses,
  cell: Cell,
  fill: (text: string) => string,
): Readiness {
  const own = addresses[cell.protocol] ?? '';
  const secure = cell.tls !== 'off';
  if (ready.log !== undefined) return { by: 'log', text: fill(ready.log) };
  if (ready.http !== undefined) {
    const path = fill(ready.http);
    if (!path.startsWith('/')) return { by: 'http', url: path };
    // A protocol without URLs has no path, unless another protocol of the server has one.
    const all = [own, ...Object.values(addresses)];
    const { host, port } = parseTarget(all.find((text) => /^https?:/.test(text)) ?? own);
    const name = host.includes(':') ? `[${host}]` : host;
    return { by: 'http', url: `${secure ? 'https' : 'http'}://${name}:${port}${path}` };
  }
  if (ready.health !== undefined) {
    const [other] = protocolsWhere(({ custom }) => custom === 'message').flatMap(
      (protocol) => addresses[protocol] ?? [],
    );
    const named = ready.health === true ? (other ?? own) : fill(ready.health);
    return { by: 'health', ...placeOf(named), tls: secure };
  }
  return { by: 'tcp', ...placeOf(own) };
}

function placeOf(address: string) {
  const { host, port } = parseTarget(address);
  return { host, port };
}
