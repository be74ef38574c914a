import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { type Bundle, isUsable } from './bundle.ts';
import { currentBundle, publish } from './generations.ts';
import { issueAuthority, issueLeaf, type LeafRequest, leafDays } from './issue.ts';

/** PEM texts: the authority that both sides trust, and the certificate and key of one side. */
export interface Identity {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Minimum remaining validity of a certificate in days: longer than any run lasts. */
const leafReserveDays = 30;
const localHosts = ['localhost', '127.0.0.1', '::1'];

/** Path of the authority's certificate, for curl and other clients that should trust it. */
export const authorityFile = (home: string) => join(home, 'tls', 'ca.pem');

async function authority(home: string): Promise<Bundle> {
  const folder = join(home, 'tls');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bundle = await currentBundle({
    folder,
    name: 'authority',
    usable: (candidate) => isUsable(candidate, leafDays + 1),
    make: issueAuthority,
  });
  await publish(authorityFile(home), bundle.cert);
  return bundle;
}

/** A name that changes with the authority and the hosts, so that a leaf is never used with others. */
function leafName(ca: Bundle, request: LeafRequest): string {
  const digest = createHash('sha256').update(JSON.stringify([ca.cert, request.hosts]));
  return `${request.role}-${digest.digest('hex').slice(0, 12)}`;
}

async function identity(home: string, request: LeafRequest): Promise<Identity> {
  try {
    const ca = await authority(home);
    const leaf = await currentBundle({
      folder: join(home, 'tls'),
      name: leafName(ca, request),
      usable: (candidate) => isUsable(candidate, leafReserveDays),
      make: () => issueLeaf(ca, request),
    });
    return { ca: ca.cert, ...leaf };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WirebenchError('SERVICE_START_FAILED', `TLS certificates: ${reason}`, {
      cause,
      hint: `Check that ${join(home, 'tls')} is writable, or choose another WIREBENCH_HOME.`,
    });
  }
}

/**
 * The certificate of the bundled services, valid for localhost, 127.0.0.1, ::1 and `hosts`.
 * Authority and certificate are created at the first call, kept under `<home>/tls` and renewed
 * before they expire. Concurrent calls from several processes agree on one authority.
 *
 * @throws WirebenchError SERVICE_START_FAILED when the folder cannot be read or written.
 */
export function serverIdentity(home: string, hosts: readonly string[] = []): Promise<Identity> {
  const names = [...new Set([...localHosts, ...hosts])];
  return identity(home, { role: 'server', hosts: names });
}

/** The certificate that load workers present for mutual TLS; see {@link serverIdentity}. */
export function clientIdentity(home: string): Promise<Identity> {
  return identity(home, { role: 'client', hosts: [] });
}
