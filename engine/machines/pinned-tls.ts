import { createSecureContext, type PeerCertificate, type SecureContext } from 'node:tls';

/** TLS options of a connection to a server that is known by more than its name. */
export interface PinnedTls {
  /** Of NATS over TCP, which begins without TLS. */
  readonly handshakeFirst?: false;
  readonly secureContext?: SecureContext;
  checkServerIdentity(host: string, certificate: PeerCertificate): Error | undefined;
}

/** Only these certificates are trusted, whatever name they have and whoever vouches for them. @param certificates in PEM. */
export function pinnedTo(certificates: readonly string[]): PinnedTls {
  return {
    secureContext: createSecureContext({ ca: [...certificates], allowPartialTrustChain: true }),
    checkServerIdentity: () => undefined,
  };
}
