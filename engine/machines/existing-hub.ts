import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { formatBytes } from '../../metrics/format.ts';
import type { Hub, HubListener } from './hub.ts';
import { formatJoinToken } from './join-token.ts';
import { readKeys } from './keys.ts';
import { leaseRecordsIn } from './left-behind.ts';
import { Line } from './line.ts';
import { fingerprintOf } from './link.ts';
import { formatNatsAddresses, type NatsAddress } from './nats-address.ts';
import type { NatsLogin } from './nats-login.ts';
import { encodeMessage, pieceBytes } from './objects.ts';
import { addressTowards } from './own-address.ts';
import { ReportStream } from './report-stream.ts';
import { hintOf, LinkError, openServerLink } from './server-link.ts';
import { spaceOf } from './space.ts';
import { subjects } from './subjects.ts';
import { presented, type Trust } from './trust.ts';

export interface ExistingHubOptions {
  /** The data folder. */
  readonly home: string;
  readonly addresses: readonly NatsAddress[];
  readonly login: NatsLogin;
  readonly trust: Trust;
  /** Address of this machine that the others reach; default the one from which it reaches the server. */
  readonly host?: string | undefined;
}

/** Time in which another controller with the same keys would have answered, in milliseconds. */
const claimMs = 1000;

/** Uses an existing NATS server. @throws WirebenchError MACHINES_UNAVAILABLE, ARGUMENT_INVALID */
export async function openExistingHub(
  options: ExistingHubOptions,
  listener: HubListener,
): Promise<Hub> {
  const { home, addresses, login, trust } = options;
  const folder = join(home, 'machines', folderOf(addresses));
  const keys = await readKeys(folder);
  const space = spaceOf(keys.join);
  const inbox = space.inbox(null);
  const link = await connected({ addresses, login, trust, inbox, name: 'controller' });
  try {
    const line = new Line(link, space);
    checkSize(link);
    await claim(line);
    const fingerprints = trust.by === 'system' ? [] : await shownBy(addresses);
    const [{ host, port } = { host: '', port: 0 }] = addresses;
    void reportReconnects(link, listener);
    return {
      line,
      keys,
      folder,
      records: leaseRecordsIn(folder),
      token: formatJoinToken({ seed: keys.join, fingerprints, isShared: true }),
      join: formatNatsAddresses(addresses.map((one) => asSecretAs(link, one))),
      joinByWeb: null,
      entrance: { host, port },
      host: options.host ?? (await addressTowards(addresses)) ?? '127.0.0.1',
      // With fewer than three servers, one of them stores the reports.
      reports: new ReportStream(line, {
        replicas: link.info?.cluster === undefined ? [1] : [3, 1],
        isKept: false,
      }),
      allow: async () => undefined,
      admits: (id) => keys.machines.some((machine) => machine.id === id),
      close: () => link.close(),
    };
  } catch (error) {
    await link.close();
    throw error;
  }
}

/** Keys and unfinished trials of one server are meaningless on another. */
function folderOf(addresses: readonly NatsAddress[]): string {
  const places = addresses.map((one) => formatNatsAddresses([one])).sort();
  return `at-${createHash('sha256').update(places.join(',')).digest('hex').slice(0, 16)}`;
}

async function connected(options: Parameters<typeof openServerLink>[0]): Promise<NatsConnection> {
  try {
    return await openServerLink(options);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    throw new WirebenchError('MACHINES_UNAVAILABLE', `NATS server ${error.message}`, {
      cause: error,
      hint: hintOf(error),
    });
  }
}

/** Agents must not be tricked into connecting without TLS where the server has it. */
function asSecretAs({ info }: NatsConnection, address: NatsAddress): NatsAddress {
  const isSecret = info?.tls_required === true || info?.tls_available === true;
  return isSecret && address.scheme === 'nats' ? { ...address, scheme: 'tls' } : address;
}

function checkSize({ info }: NatsConnection): void {
  const least = pieceBytes + 64 * 1024;
  const most = info?.max_payload ?? least;
  if (most >= least) return;
  throw new WirebenchError(
    'MACHINES_UNAVAILABLE',
    `The NATS server takes messages of ${formatBytes(most)} and no longer ones; ${formatBytes(least)} are needed`,
    { hint: 'Set max_payload of the server to 1MB, which is its default, or more.' },
  );
}

/** Announces this controller to the next one with the same keys. @throws WirebenchError MACHINES_UNAVAILABLE where one exists already. */
async function claim(line: Line): Promise<void> {
  const isFree = await line
    .request(subjects.claim, encodeMessage({}), { timeout: claimMs })
    .then(() => false)
    .catch((error: unknown) => isAuthorizationFault(error));
  if (!isFree) {
    throw new WirebenchError(
      'MACHINES_UNAVAILABLE',
      'Another Wirebench with the same data folder uses this NATS server',
      { hint: 'Wait until its run is over, or use another data folder (WIREBENCH_HOME).' },
    );
  }
  line.subscribe(subjects.claim, { callback: (_, message) => message.respond(encodeMessage({})) });
}

/** @returns true if none has answered. @throws WirebenchError MACHINES_UNAVAILABLE where asking was not permitted. */
function isAuthorizationFault(error: unknown): true {
  const isUnanswered =
    (error instanceof RequestError && error.isNoResponders()) ||
    (error instanceof Error && error.name === 'TimeoutError');
  if (isUnanswered) return true;
  throw new WirebenchError('MACHINES_UNAVAILABLE', `NATS server: ${messageOf(error)}`, {
    cause: error,
    hint: 'The credentials have to allow what docs/machines.md lists for the controller.',
  });
}

/** Lets agents verify the servers without a file. */
async function shownBy(addresses: readonly NatsAddress[]): Promise<string[]> {
  return [...new Set((await presented(addresses)).map(fingerprintOf))];
}

async function reportReconnects(link: NatsConnection, listener: HubListener): Promise<void> {
  for await (const status of link.status()) {
    if (status.type !== 'reconnect') continue;
    listener.notice(
      `The connection to the NATS server was lost and made again, to ${status.server}.`,
    );
  }
}
