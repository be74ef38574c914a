import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import type { Protocol } from '../words.ts';
import { boundedText } from './lengths.ts';
import { setting } from './setting.ts';

/** Trust in an own service over TLS, and client certificates. */

const file = boundedText(1, 1000, 'expected a file').optional();

/** A key for a file, relative to the experiment. */
const fileKey = (label: string, doc: string) =>
  setting(file, { label, doc, fallback: null, values: 'file', byDefault: 'none' });

/** The block `tls` next to the address of an endpoint. */
export const ownTlsSchema = z
  .strictObject(
    {
      ca: fileKey(
        'Certificate authorities',
        'Certificates (PEM) of authorities that are trusted besides those of this machine.',
      ),
      certificate: fileKey(
        'Certificate of the client',
        'The certificate (PEM) that every connection shows, with those between it and its authority.',
      ),
      key: fileKey('Key of the client', 'The private key (PEM) of that certificate.'),
      pkcs12: fileKey(
        'PKCS#12 of the client',
        'Certificate and key in one file (.p12 or .pfx), in place of the two; authorities in it are trusted, too.',
      ),
      passphrase: setting(
        boundedText(1, 10_000, 'expected a passphrase, from the environment')
          .refine(
            (text) => /\$\{[A-Za-z_]\w*\}/.test(text),
            `expected it from the environment, as in "\${PASSPHRASE}", so that it is not in the file`,
          )
          .optional(),
        {
          label: 'Passphrase',
          doc: 'What the key or the PKCS#12 file is locked with, from the environment.',
          fallback: null,
          values: 'text',
          byDefault: 'none',
        },
      ),
      'server-name': setting(
        z
          .string({ error: 'expected the name of a host' })
          .regex(/^[\w.:-]{1,253}$/, 'expected the name of a host, such as orders.internal')
          .optional(),
        {
          label: 'Name of the server',
          doc: 'The name that the server is asked for (SNI), and that its certificate must carry.',
          fallback: null,
          values: 'host',
          byDefault: 'the host of the address',
        },
      ),
      verify: setting(z.boolean({ error: 'expected true or false' }).default(true), {
        label: 'Verify certificates',
        doc: 'Whether the server’s certificate is verified. Where it is not, every result says so.',
        values: '`true`, `false`',
      }),
    },
    { error: 'expected settings of TLS, such as {ca: ca.pem}' },
  )
  .superRefine(({ certificate, key, pkcs12, passphrase }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (pkcs12 !== undefined && (certificate ?? key) !== undefined) {
      add('pkcs12', 'expected either pkcs12 or certificate and key');
    } else if (certificate !== undefined && key === undefined) {
      add('certificate', 'expected its key, too: key is the file that holds it');
    } else if (key !== undefined && certificate === undefined) {
      add('key', 'expected its certificate, too: certificate is the file that holds it');
    }
    if (passphrase !== undefined && (key ?? pkcs12) === undefined) {
      add('passphrase', 'expected key or pkcs12, which it unlocks');
    }
  });
export type OwnTlsSettings = z.infer<typeof ownTlsSchema>;

/** Client identity under TLS: PEM texts, or a PKCS#12 file. In the form of Node’s TLS. */
export const clientIdentitySchema = z.union([
  z.object({ cert: z.string(), key: z.string() }),
  z.object({ pfx: z.instanceof(Uint8Array), passphrase: z.string() }),
]);

/** {@link OwnTlsSettings} with all files read. Never written anywhere. */
export interface OwnTls {
  /** PEM. */
  readonly ca: readonly string[];
  readonly identity: z.infer<typeof clientIdentitySchema> | null;
  /** Null for the host of the address. */
  readonly serverName: string | null;
  readonly verify: boolean;
}

/** Note in every result of a service whose certificate is not verified. */
export function unverifiedNote(protocol: Protocol): string {
  const { label } = protocolFacts[protocol];
  return `The certificate of the ${label} service was not verified (service.${protocol}.tls.verify: false): who answered is not certain.`;
}

/** Remedy for a refused certificate. @returns null for other failures. */
export function tlsRemedy(
  {
    kind,
    code,
    message,
  }: { readonly kind: string; readonly code: string; readonly message: string },
  protocol: Protocol,
): string | null {
  // Libraries may send before TLS is established: then the code is that of the write, and the message has the
  // reason.
  return tlsRemedyIn(kind === 'tls' ? `${code} ${message}` : code, protocol);
}

/** The same, from texts that contain the code of a failure. */
export function tlsRemedyIn(code: string, protocol: Protocol): string | null {
  const key = `service.${protocol}.tls`;
  if (code.includes('CERT_ALTNAME_INVALID')) {
    return `Set ${key}.server-name to a name that the certificate carries, or correct the address.`;
  }
  if (/GET_ISSUER|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) {
    return `Name the certificate of its authority as ${key}.ca, or set ${key}.verify: false, which every result then says.`;
  }
  if (/alert.(handshake|((bad|unsupported|no).)?certificate|unknown.ca|access)/i.test(code)) {
    return `The service may want another certificate of the client: name one as ${key}.certificate with its key, or as ${key}.pkcs12.`;
  }
  return null;
}
