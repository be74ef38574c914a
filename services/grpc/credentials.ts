import { ServerCredentials } from '@grpc/grpc-js';
import type { ServiceTls } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';

/** TLS with selectable versions, which `ServerCredentials.createSsl` does not offer. */
class VersionedTlsCredentials extends ServerCredentials {
  constructor(tls: ServiceTls) {
    const options = tlsServerOptions(tls);
    super(options, options);
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }
}

export function serverCredentials(tls: ServiceTls | null): ServerCredentials {
  return tls ? new VersionedTlsCredentials(tls) : ServerCredentials.createInsecure();
}
