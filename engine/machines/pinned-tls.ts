import { createSecureContext, type PeerCertificate, type SecureContext } from 'node:tls';

/** TLS options of a connection to a server that is verified by more than its name. */
export interface PinnedTls {
  /** For NATS over TCP, which begins without TLS. */
  readonly handshakeFirst?: false;
  readonly secureContext?: SecureContext;
  checkServerIdentity(host: string, certificate: PeerCertificate): Error | undefined;
}

/** Trusts only these certificates, whatever their name and issuer. @param certificates in PEM. */
export function pinnedTo(certificates: readonly string[]): PinnedTls {
  return {
    secureContext: createSecureContext({ ca: [...certificates], allowPartialTrustChain: true }),
    checkServerIdentity: () => undefined,
  };
}
