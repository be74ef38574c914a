import type { PeerCertificate } from 'node:tls';
import { quoted } from './words.ts';

/** Result of a handshake about the other side's certificate. */
export interface PeerFacts {
  /** Node's error code for the certificate; null when it is trusted. */
  readonly problem: string | null;
  readonly certificate: Pick<PeerCertificate, 'subject' | 'issuer' | 'valid_to'> | null;
  readonly host: string;
}

const problems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clocks of both machines',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT:
    'its certificate comes from an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an authority that this machine does not know',
};

/** The verdict on a certificate, as the end of a sentence. */
export function certificateWords({ problem, certificate, host }: PeerFacts): string {
  const name = commonName(certificate?.subject);
  if (problem === null) return `trusted certificate of ${name}, until ${dayOf(certificate)}`;
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is for ${name} and not for ${quoted(host)}. Load would be refused`;
  }
  const words = problems[problem] ?? `its certificate is not accepted (${quoted(problem)})`;
  const expired = problem === 'CERT_HAS_EXPIRED' ? ` on ${dayOf(certificate)}` : '';
  return `${words}${expired}. Load would be refused${remedyOf(problem)}`;
}

/** For certificates that an added authority could make trusted. */
function remedyOf(problem: string): string {
  return /ISSUER|SELF_SIGNED|LEAF/.test(problem)
    ? ': start Wirebench with NODE_EXTRA_CA_CERTS naming the certificate of that authority'
    : '';
}

function commonName(subject: PeerCertificate['subject'] | undefined): string {
  const name = subject?.CN ?? subject?.O;
  const text = Array.isArray(name) ? name[0] : name;
  return quoted(text ?? 'an unnamed subject');
}

function dayOf(certificate: PeerFacts['certificate']): string {
  const at = new Date(certificate?.valid_to ?? '');
  return Number.isFinite(at.getTime()) ? at.toISOString().slice(0, 10) : 'an unknown day';
}
