import { generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { pki } from 'node-forge';
import type { Bundle } from './bundle.ts';

const generateKeys = promisify(generateKeyPair);
const dayMs = 86_400_000;
/** Validity in days. The authority is replaced while it can still sign a leaf of full length. */
export const authorityDays = 3650;
export const leafDays = 397;

/** Loaded only when something is signed, which is rare, and not at every start of the engine. */
const forge = async () => (await import('node-forge')).default;

async function newKeys(): Promise<{ publicKey: string; privateKey: string }> {
  return generateKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** A positive serial number of 127 bits: a leading zero bit keeps its encoding positive. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function draft(publicKey: string, name: string, days: number): Promise<pki.Certificate> {
  const { pki: keys } = await forge();
  const certificate = keys.createCertificate();
  certificate.publicKey = keys.publicKeyFromPem(publicKey);
  certificate.serialNumber = newSerial();
  // A day back, so that a peer whose clock is slow accepts it immediately.
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + days * dayMs);
  certificate.setSubject([
    { name: 'organizationName', value: 'Wirebench' },
    { name: 'commonName', value: name },
  ]);
  return certificate;
}

async function sign(certificate: pki.Certificate, signingKey: string): Promise<string> {
  const { md, pki: keys } = await forge();
  certificate.sign(keys.privateKeyFromPem(signingKey), md.sha256.create());
  return keys.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** Creates a local authority: a self-signed certificate that may sign leaves only. */
export async function issueAuthority(): Promise<Bundle> {
  const { publicKey, privateKey } = await newKeys();
  const name = `Wirebench local authority ${randomBytes(4).toString('hex')}`;
  const certificate = await draft(publicKey, name, authorityDays);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return { cert: await sign(certificate, privateKey), key: privateKey };
}

/** Purpose of a leaf certificate; `hosts` are DNS names and IP addresses of a server. */
export interface LeafRequest {
  readonly role: 'server' | 'client';
  readonly hosts: readonly string[];
}

const alternativeName = (host: string) =>
  isIP(host) ? { type: 7, ip: host } : { type: 2, value: host };

/** Creates a certificate for a server or a client, signed by the authority. */
export async function issueLeaf(authority: Bundle, request: LeafRequest): Promise<Bundle> {
  const { pki: keys } = await forge();
  const issuer = keys.certificateFromPem(authority.cert);
  const { publicKey, privateKey } = await newKeys();
  const server = request.role === 'server';
  const certificate = await draft(publicKey, `Wirebench ${request.role}`, leafDays);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: server, clientAuth: !server },
    { name: 'subjectKeyIdentifier' },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes(),
    },
    ...(server ? [{ name: 'subjectAltName', altNames: request.hosts.map(alternativeName) }] : []),
  ]);
  return { cert: await sign(certificate, authority.key), key: privateKey };
}
