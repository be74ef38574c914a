import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, createSecureContext } from 'node:tls';
import { WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { fingerprintOf, presentedCertificate } from './link.ts';
import type { NatsAddress } from './nats-address.ts';
import { textOf } from './nats-login.ts';
import { type PinnedTls, pinnedTo } from './pinned-tls.ts';

/** Why a server is trusted. */
export type Trust =
  /** An authority known to the system has signed its certificate, if it has TLS at all. */
  | { readonly by: 'system' }
  /** A given authority has signed its certificate. */
  | { readonly by: 'authority'; readonly pem: string }
  /** Its certificate is one of these: SHA-256 in base64url. */
  | { readonly by: 'fingerprint'; readonly fingerprints: readonly string[] };

/**
 * Reads the fingerprint of a certificate as `openssl x509 -fingerprint -sha256` prints it, or in base64url.
 * @returns it in base64url.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function parseFingerprint(text: string): string {
  const bare = text.trim().replace(/^sha256 fingerprint=/i, '');
  const hexadecimal = bare.replaceAll(':', '');
  if (/^[0-9a-f]{64}$/i.test(hexadecimal))
    return Buffer.from(hexadecimal, 'hex').toString('base64url');
  if (/^[\w-]{43}$/.test(bare)) return bare;
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    '--nats-fingerprint: this is not the SHA-256 of a certificate',
    { hint: 'Expected what "openssl x509 -noout -fingerprint -sha256 -in FILE" prints.' },
  );
}

/** @throws WirebenchError ARGUMENT_INVALID when it is invalid. */
export function parseAuthority(pem: string, origin: string): string {
  try {
    new X509Certificate(pem);
    createSecureContext({ ca: pem });
    return pem;
  } catch (cause) {
    throw new WirebenchError('ARGUMENT_INVALID', `${origin}: this is not a certificate in PEM`, {
      cause,
      hint: 'Expected the certificate of the authority that signed that of the NATS server.',
    });
  }
}

/** The user's settings on which servers to trust. */
export interface TrustOptions {
  /** A file with the certificate of an authority. */
  readonly authority?: string | undefined;
  /** Comma-separated fingerprints. */
  readonly fingerprint?: string | undefined;
}

/** @throws WirebenchError ARGUMENT_INVALID */
export async function readTrust({ authority, fingerprint }: TrustOptions): Promise<Trust> {
  if (authority !== undefined && fingerprint !== undefined) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      'Either --nats-ca or --nats-fingerprint, not both',
    );
  }
  if (authority !== undefined) {
    const pem = parseAuthority(await textOf(authority, '--nats-ca'), authority);
    return { by: 'authority', pem };
  }
  if (fingerprint === undefined) return { by: 'system' };
  return { by: 'fingerprint', fingerprints: fingerprint.split(',').map(parseFingerprint) };
}

/** None of the server's certificates is expected. */
export class UnknownCertificate extends Error {}

/**
 * TLS options with which the client accepts exactly the expected servers.
 * @returns undefined where the client decides by itself.
 * @throws UnknownCertificate, Error while no server can be asked.
 */
export async function tlsFor(
  trust: Trust,
  addresses: readonly NatsAddress[],
): Promise<PinnedTls | undefined> {
  if (trust.by === 'fingerprint') return pinnedTo(await wanted(trust.fingerprints, addresses));
  const isSecret = addresses.some(({ scheme }) => scheme === 'tls' || scheme === 'wss');
  if (trust.by === 'system' && !isSecret) return undefined;
  return {
    ...(trust.by === 'authority' ? { secureContext: createSecureContext({ ca: trust.pem }) } : {}),
    // The client sends no host name for a numeric address.
    checkServerIdentity: (_, certificate) => {
      const errors = addresses.map(({ host }) => checkServerIdentity(host, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}

/** @returns an empty text where there is no TLS. */
async function shownAt({ scheme, host, port, path }: NatsAddress): Promise<string> {
  if (scheme === 'ws') return '';
  return presentedCertificate({ host, port, webPath: scheme === 'wss' ? path : undefined });
}

/** Certificates of the servers that answer. @throws Error while none does. */
export async function presented(addresses: readonly NatsAddress[]): Promise<string[]> {
  const shown = await Promise.allSettled(addresses.map(shownAt));
  const certificates = shown.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [failed] = shown.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (certificates.length === 0) throw failed;
  return certificates.filter((pem) => pem !== '');
}

async function wanted(
  fingerprints: readonly string[],
  addresses: readonly NatsAddress[],
): Promise<string[]> {
  const certificates = await presented(addresses);
  const known = certificates.filter((pem) => fingerprints.includes(fingerprintOf(pem)));
  if (known.length > 0) return known;
  throw new UnknownCertificate(
    `no certificate of ${addresses.map(authorityOf).join(', ')} is an expected one`,
  );
}
