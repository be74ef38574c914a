import { X509Certificate } from 'node:crypto';
import type { CertificateFacts, ServiceCertificates } from '../../contracts/services.ts';
import { authorityFile, serverIdentity } from '../platform/tls/identity.ts';

/** `O=Wirebench\nCN=name` on one line. */
function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

/** `DNS:localhost, IP Address:127.0.0.1` as a list of the names alone. */
function namesOf(alternativeNames: string | undefined): string[] {
  if (!alternativeNames) return [];
  return alternativeNames.split(', ').map((name) => name.replace(/^[^:]*:/, ''));
}

function certificateFacts(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem);
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    fingerprint: certificate.fingerprint256,
    names: namesOf(certificate.subjectAltName),
  };
}

/**
 * The certificates of the bundled services, created where missing.
 * @throws WirebenchError SERVICE_START_FAILED when the folder cannot be read or written.
 */
export async function serviceCertificates(home: string): Promise<ServiceCertificates> {
  const { ca, cert } = await serverIdentity(home);
  return {
    authority: certificateFacts(ca),
    server: certificateFacts(cert),
    authorityFile: authorityFile(home),
    authorityPem: ca,
  };
}
