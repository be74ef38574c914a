import net, { type Socket } from 'node:net';
import tls, { type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { type Address, tlsFields } from '../../contracts/worker-messages.ts';
import { meterOf } from '../byte-meter.ts';

type AddressTls = NonNullable<Address['tls']>;

/** Reading the certificates of all public authorities takes longer than a handshake. */
const contexts = new WeakMap<AddressTls, SecureContext>();

function contextOf(address: AddressTls): SecureContext {
  // Node accepts any kind of bytes, unlike its types.
  const fields = tlsFields(address) as ConnectionOptions;
  const context = contexts.get(address) ?? tls.createSecureContext(fields);
  contexts.set(address, context);
  return context;
}

/**
 * Options of `tls.connect` for an address, whose certificates are read once. Without `alpn` nothing is
 * negotiated.
 * @throws if the address has no TLS, or unreadable certificates.
 */
export function tlsOptions(
  address: Address,
  alpn: string | null,
): Omit<ConnectionOptions, 'port' | 'timeout'> {
  if (!address.tls) throw new TypeError('the address has no TLS');
  const { serverName } = address.tls;
  return {
    ...(tlsFields(address.tls) as ConnectionOptions),
    secureContext: contextOf(address.tls),
    ...(alpn === null ? {} : { ALPNProtocols: [alpn] }),
    // An IP address may not be sent as server name (RFC 6066, 3); the certificate is still checked against it.
    ...(net.isIP(serverName) ? { host: serverName } : { servername: serverName, host: serverName }),
  };
}

/**
 * Shared by the TLS connections of one driver: certificates, and with resumption the last session (a ticket
 * of TLS 1.2 or 1.3), which each new connection offers. Without it every connection makes a full handshake.
 */
export class TlsClient {
  readonly #options: ConnectionOptions;
  readonly #resumption: boolean;
  #session: Buffer | undefined;

  /** @throws if the address has no TLS, or unreadable certificates. */
  constructor(address: Address, alpn: string | null, resumption: boolean) {
    this.#options = tlsOptions(address, alpn);
    this.#resumption = resumption;
  }

  /** Starts a handshake on `tcp` once that is connected. */
  connect(tcp: Socket): TLSSocket {
    const secure = tls.connect({
      ...this.#options,
      socket: tcp,
      ...(this.#session ? { session: this.#session } : {}),
    });
    secure.once('secureConnect', () => meterOf(tcp)?.secured(secure));
    if (this.#resumption) {
      secure.on('session', (session) => {
        this.#session = session;
      });
    }
    return secure;
  }
}

/** Keyed by the TLS settings of the address, and the protocol above. */
const shared = new WeakMap<AddressTls, Map<string, TlsClient>>();

/** The shared client without resumption for all connections to an address. @throws as the constructor. */
export function tlsClientOf(address: Address, alpn: string): TlsClient {
  if (!address.tls) throw new TypeError('the address has no TLS');
  const clients = shared.get(address.tls) ?? new Map<string, TlsClient>();
  shared.set(address.tls, clients);
  const client = clients.get(alpn) ?? new TlsClient(address, alpn, false);
  clients.set(alpn, client);
  return client;
}
