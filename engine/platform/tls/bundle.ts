import { createPrivateKey, X509Certificate } from 'node:crypto';

/** A certificate and its private key, as PEM texts. */
export interface Bundle {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;
const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\r?\n?/;
const keyPattern = /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----\r?\n?/;

/** One text for one file, so that a certificate and its key cannot be separated. */
export function formatBundle(bundle: Bundle): string {
  return `${bundle.cert.trimEnd()}\n${bundle.key.trimEnd()}\n`;
}

/** @returns undefined when the text does not contain a certificate and its key. */
export function parseBundle(text: string): Bundle | undefined {
  const cert = certificatePattern.exec(text)?.[0];
  const key = keyPattern.exec(text)?.[0];
  return cert && key ? { cert, key } : undefined;
}

/**
 * Whether the certificate is valid now and for `days` more, and matches its key. Damaged
 * texts are unusable, not errors: the caller issues new ones.
 */
export function isUsable(bundle: Bundle, days: number, now = new Date()): boolean {
  try {
    const certificate = new X509Certificate(bundle.cert);
    return (
      certificate.validFromDate <= now &&
      certificate.validToDate.getTime() > now.getTime() + days * dayMs &&
      certificate.checkPrivateKey(createPrivateKey(bundle.key))
    );
  } catch {
    return false;
  }
}
