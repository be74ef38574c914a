import {
  AuthorizationError,
  connect,
  type NatsConnection,
  UserAuthenticationExpiredError,
  wsconnect,
} from '@nats-io/transport-node';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { reconnecting } from './link.ts';
import { formatNatsAddresses, isWebSocket, type NatsAddress } from './nats-address.ts';
import { authenticatorOf, type NatsLogin } from './nats-login.ts';
import { type Trust, tlsFor, UnknownCertificate } from './trust.ts';
import { webSockets } from './web-socket.ts';

/** How to connect to an existing server. */
export interface ServerLinkOptions {
  /** Addresses of servers of one cluster; any one that answers is used. */
  readonly addresses: readonly NatsAddress[];
  readonly login: NatsLogin;
  readonly trust: Trust;
  /** Prefix of the subjects for replies. */
  readonly inbox: string;
  readonly name: string;
}

/** Why a server could not be used, for callers with their own wording. */
export type LinkFailure = 'refused' | 'certificate' | 'unreachable';

export class LinkError extends Error {
  readonly failure: LinkFailure;
  constructor(failure: LinkFailure, message: string, cause: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|HOSTNAME_MISMATCH)/;

/** An error and its causes. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one instanceof Error && chain.length < 8; one = one.cause) chain.push(one);
  return chain;
}

function failureOf(error: unknown): LinkFailure {
  for (const one of chainOf(error)) {
    if (one instanceof AuthorizationError || one instanceof UserAuthenticationExpiredError) {
      return 'refused';
    }
    if (one instanceof UnknownCertificate) return 'certificate';
    if (one instanceof Error && 'code' in one && certificateCodes.test(String(one.code))) {
      return 'certificate';
    }
  }
  return 'unreachable';
}

/**
 * Connects to an existing server, and reconnects whenever the connection is lost.
 * @throws LinkError
 */
export async function openServerLink(options: ServerLinkOptions): Promise<NatsConnection> {
  const { addresses, login, trust, inbox, name } = options;
  const authenticator = authenticatorOf(login);
  try {
    const tls = await tlsFor(trust, addresses);
    const common = {
      name: `wirebench ${name}`,
      inboxPrefix: inbox,
      ...(authenticator ? { authenticator } : {}),
      ...reconnecting,
    };
    return addresses.some(isWebSocket)
      ? await wsconnect({
          ...common,
          servers: addresses.map((address) => formatNatsAddresses([address])),
          wsFactory: webSockets({ ...tls }),
        })
      : await connect({
          ...common,
          servers: addresses.map(authorityOf),
          ...(tls ? { tls } : {}),
        });
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    const where = addresses.map(authorityOf).join(', ');
    throw new LinkError(failureOf(error), `${where}: ${messageOf(error)}`, error);
  }
}

const hints: Record<LinkFailure, string> = {
  refused:
    'Give credentials for that server with --nats-credentials FILE, or set WIREBENCH_NATS_LOGIN to their text.',
  certificate:
    'Use --nats-ca FILE to give the certificate of the authority that signed it, or --nats-fingerprint to give its own SHA-256.',
  unreachable:
    'Check that the address is right, that the NATS server is running, and that no firewall is in the way.',
};

/** Hint for a server that could not be used. */
export const hintOf = ({ failure }: LinkError) => hints[failure];
