import type { TlsOptions } from 'node:tls';
import type { ServiceTls } from '../service.ts';

/** The start message's TLS settings as options of Node's TLS server. */
export function tlsServerOptions(tls: ServiceTls): TlsOptions {
  const mutual =
    tls.clientCa === null ? {} : { ca: tls.clientCa, requestCert: true, rejectUnauthorized: true };
  return {
    cert: tls.cert,
    key: tls.key,
    minVersion: tls.minVersion,
    maxVersion: tls.maxVersion,
    ...mutual,
  };
}
