import { join } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import type { Hub, HubListener } from './hub.ts';
import { admitted } from './join.ts';
import { formatJoinToken } from './join-token.ts';
import { type MachineKeys, publicKey, readKeys } from './keys.ts';
import { leaseRecordsIn } from './left-behind.ts';
import { Line } from './line.ts';
import { fingerprintOf } from './link.ts';
import { NatsServer } from './nats-server.ts';
import { announcePlace, ensureSoleController, forgetPlace } from './one-controller.ts';
import { ReportStream } from './report-stream.ts';
import { agentUser, controllerUser, inboxes, joiningUser } from './subjects.ts';

export interface OwnHubOptions {
  /** The data folder. */
  readonly home: string;
  /** Address of this machine that the others reach. */
  readonly host: string;
  readonly port: number;
  /** For machines that reach this one by WebSocket only. */
  readonly webSocketPort?: number | undefined;
}

/** Starts a NATS server that ends with this process. @throws WirebenchError MACHINES_UNAVAILABLE */
export async function openOwnHub(options: OwnHubOptions, listener: HubListener): Promise<Hub> {
  const { home, host, port, webSocketPort } = options;
  const folder = join(home, 'machines');
  // Before anything in the folder is touched.
  await ensureSoleController(folder);
  const identity = await serverIdentity(home, [host]);
  const keys = await readKeys(folder);
  const gone = new AbortController();
  const server = await NatsServer.start({
    host,
    port,
    webSocketPort,
    folder,
    identity,
    users: () => usersOf(keys),
    restarted: (reason) => listener.notice(`nats-server ended (${reason}) and was started again.`),
    lost: (reason) => {
      gone.abort(new Error(`it ended (${reason})`));
      listener.lost(`nats-server ended (${reason})`);
    },
  });
  try {
    const link = await admitted(
      {
        host,
        port,
        seed: keys.controller,
        certificate: identity.cert,
        inbox: inboxes.controller,
        name: 'controller',
      },
      gone.signal,
    );
    const fingerprint = fingerprintOf(identity.cert);
    await announcePlace(folder, { host, port, fingerprint });
    const line = new Line(link);
    return {
      line,
      keys,
      folder,
      records: leaseRecordsIn(folder),
      token: formatJoinToken({ seed: keys.join, fingerprints: [fingerprint], isShared: false }),
      join: authorityOf(options),
      joinByWeb:
        webSocketPort === undefined ? null : `wss://${authorityOf({ host, port: webSocketPort })}`,
      entrance: { host, port },
      host,
      reports: new ReportStream(line, { replicas: [1], isKept: true }),
      allow: () => server.allow(),
      admits: () => true,
      close: async () => {
        await link.close();
        await server.stop();
        await forgetPlace(folder);
      },
    };
  } catch (error) {
    await server.stop();
    throw new WirebenchError('MACHINES_UNAVAILABLE', `nats-server: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function usersOf({ controller, join: joining, machines }: MachineKeys) {
  return [
    controllerUser(publicKey(controller)),
    joiningUser(publicKey(joining)),
    ...machines.map(({ id }) => agentUser(id)),
  ];
}
