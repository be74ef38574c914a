import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';
import type { Bundle } from '../../engine/platform/tls/bundle.ts';
import { issueAuthority, issueLeaf } from '../../engine/platform/tls/issue.ts';

/** Passphrase of the keys. */
export const passphrase = 'pass-2b2b-of-key';

export interface OwnCertificates {
  readonly authority: Bundle;
  /** For `orders.internal` only. */
  readonly server: Bundle;
  readonly client: Bundle;
}

/** An unknown authority, and the certificates that it has signed. */
export async function makeCertificates(): Promise<OwnCertificates> {
  const authority = await issueAuthority();
  const server = await issueLeaf(authority, { role: 'server', hosts: ['orders.internal'] });
  const client = await issueLeaf(authority, { role: 'client', hosts: [] });
  return { authority, server, client };
}

/** Writes `ca.pem`, `client.pem`, `client.key`, `locked.key` and `client.p12`; the last two have a passphrase. */
export function writeCertificates(folder: string, { authority, client }: OwnCertificates): void {
  const write = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, name), content);
  write('ca.pem', authority.cert);
  write('client.pem', client.cert);
  write('client.key', client.key);
  const key = createPrivateKey(client.key);
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  write('locked.key', key.export(locked));
  const packed = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(client.key),
    forge.pki.certificateFromPem(client.cert),
    passphrase,
    { algorithm: 'aes256' },
  );
  write('client.p12', Buffer.from(forge.asn1.toDer(packed).getBytes(), 'latin1'));
}
