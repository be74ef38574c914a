import {
  AuthorizationError,
  connect,
  type NatsConnection,
  UserAuthenticationExpiredError,
  wsconnect,
} from '@nats-io/transport-node';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { steady } from './link.ts';
import { formatNatsAddresses, isWebSocket, type NatsAddress } from './nats-address.ts';
import { authenticatorOf, type NatsLogin } from './nats-login.ts';
import { type Trust, tlsFor, UnknownCertificate } from './trust.ts';
import { webSockets } from './web-socket.ts';

/** How to connect to an existing server. */
export interface ServerLinkOptions {
  /** Addresses of one cluster; any that answers is used. */
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
      ...steady,
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
    'Name credentials of that server by --nats-credentials FILE, or set WIREBENCH_NATS_LOGIN to their text.',
  certificate:
    'Name the certificate of the authority that signed it by --nats-ca FILE, or its own SHA-256 by --nats-fingerprint.',
  unreachable:
    'Check that the address is right, that the NATS server runs, and that no firewall stands between.',
};

/** Hint for a server that could not be used. */
export const hintOf = ({ failure }: LinkError) => hints[failure];
