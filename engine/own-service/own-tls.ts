import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { OwnTls, OwnTlsSettings } from '../../contracts/experiment/own-tls.ts';
import { type ServiceSettings, serviceEndpoint } from '../../contracts/experiment/service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { Secrets } from './environment-secrets.ts';
import { maxPrivate, type NamedFiles } from './files.ts';

/** Own certificates and keys, by protocol, and their passphrases. */
export interface ReadTls {
  readonly ownTls: Partial<Record<Protocol, OwnTls>>;
  readonly secrets: readonly string[];
}

const invalid = (message: string, hint?: string, cause?: unknown) =>
  new WirebenchError('SERVICE_INVALID', message, {
    cause,
    ...(hint === undefined ? {} : { hint }),
  });

const certificates = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** Longer files are not plausible lists of authorities. */
const maxCertificates = 1000;

/** @param path of the setting. @throws WirebenchError SERVICE_INVALID when there are none, or unreadable ones. */
export function certificatesIn(path: string, name: string, text: string): string[] {
  const found = text.match(certificates) ?? [];
  if (found.length === 0 || found.length > maxCertificates) {
    throw invalid(
      `${path}: expected certificates in PEM in ${name}, which begin with -----BEGIN CERTIFICATE-----`,
      'A file in DER (.der, .cer) becomes one by: openssl x509 -inform der -in FILE -out FILE.pem',
    );
  }
  for (const one of found) {
    try {
      new X509Certificate(one);
    } catch (cause) {
      throw invalid(
        `${path}: a certificate in ${name} cannot be read: ${messageOf(cause)}`,
        undefined,
        cause,
      );
    }
  }
  return found;
}

/** Reads the TLS settings of one endpoint. */
class TlsReader {
  readonly #files: NamedFiles;
  readonly #path: string;

  constructor(files: NamedFiles, path: string) {
    this.#files = files;
    this.#path = path;
  }

  async read(settings: OwnTlsSettings): Promise<OwnTls> {
    const { ca, 'server-name': serverName = null, verify } = settings;
    return {
      ca: ca === undefined ? [] : await this.#authorities(ca),
      identity: await this.#identity(settings),
      serverName,
      verify,
    };
  }

  async #authorities(name: string): Promise<string[]> {
    const path = `${this.#path}.ca`;
    const text = (await this.#bytes('ca', name)).toString('latin1');
    if (privateKey.test(text)) {
      throw invalid(
        `${path}: ${name} holds a private key: expected a file with certificates alone`,
      );
    }
    return certificatesIn(path, name, text);
  }

  async #identity({
    certificate,
    key,
    pkcs12,
    passphrase,
  }: OwnTlsSettings): Promise<OwnTls['identity']> {
    if (pkcs12 !== undefined) return this.#packed(pkcs12, passphrase ?? '');
    if (certificate === undefined || key === undefined) return null;
    const text = (await this.#bytes('certificate', certificate)).toString('latin1');
    const chain = certificatesIn(`${this.#path}.certificate`, certificate, text);
    const unlocked = this.#key(key, await this.#bytes('key', key), passphrase);
    if (!new X509Certificate(chain[0] ?? '').checkPrivateKey(unlocked)) {
      throw invalid(
        `${this.#path}.key: ${key} is not the key of the first certificate in ${certificate}`,
        'Name the certificate and the key that were made together.',
      );
    }
    const pem = unlocked.export({ type: 'pkcs8', format: 'pem' });
    return { cert: chain.join('\n'), key: pem.toString() };
  }

  #key(name: string, bytes: Buffer, passphrase: string | undefined): KeyObject {
    const path = `${this.#path}.key`;
    const text = bytes.toString('latin1');
    if (!privateKey.test(text)) {
      throw invalid(
        `${path}: expected a private key in PEM in ${name}, which begins with -----BEGIN PRIVATE KEY-----`,
      );
    }
    const isLocked = /BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text);
    if (isLocked && passphrase === undefined) {
      throw invalid(`${path}: ${name} is locked with a passphrase`, passphraseHint(this.#path));
    }
    try {
      return createPrivateKey({ key: text, ...(isLocked ? { passphrase: passphrase ?? '' } : {}) });
    } catch (cause) {
      // OpenSSL's message about a wrong passphrase is about bytes.
      const what = isLocked ? 'cannot be unlocked with this passphrase' : 'cannot be read';
      throw invalid(`${path}: ${name} ${what}`, undefined, cause);
    }
  }

  async #packed(name: string, passphrase: string): Promise<OwnTls['identity']> {
    const path = `${this.#path}.pkcs12`;
    const pfx = new Uint8Array(await this.#bytes('pkcs12', name));
    try {
      createSecureContext({ pfx, passphrase } as Parameters<typeof createSecureContext>[0]);
    } catch (cause) {
      const said = messageOf(cause);
      if (/mac verify/i.test(said)) {
        const hint = passphrase === '' ? passphraseHint(this.#path) : undefined;
        throw invalid(`${path}: ${name} cannot be unlocked with this passphrase`, hint, cause);
      }
      const hint = /unsupported/i.test(said)
        ? 'It may be locked in an old way: rewrite it by openssl pkcs12 -legacy, or name certificate and key as PEM.'
        : undefined;
      throw invalid(`${path}: ${name} cannot be read as PKCS#12: ${said}`, hint, cause);
    }
    return { pfx, passphrase };
  }

  async #bytes(key: 'ca' | 'certificate' | 'key' | 'pkcs12', name: string): Promise<Buffer> {
    const path = `${this.#path}.${key}`;
    // An authority is public, and needed to repeat a run; certificates often share a file with their key.
    const reading =
      key === 'ca' ? this.#files.read(name, maxPrivate) : this.#files.readUnkept(name);
    const bytes = await reading.catch((cause: unknown) => {
      throw invalid(`${path}: ${messageOf(cause)}`, undefined, cause);
    });
    if (bytes !== null) return bytes;
    throw invalid(
      `${path}: there is no file ${name} beside the experiment`,
      key === 'ca'
        ? undefined
        : 'Keys are not kept with a run: to repeat it, put them where they were.',
    );
  }
}

const passphraseHint = (path: string) =>
  `Name it by the environment: ${path}.passphrase: "\${PASSPHRASE}".`;

/**
 * Reads the certificates and keys that a service's endpoints name. Private files are not among the copies that a
 * run keeps.
 * @throws WirebenchError SERVICE_INVALID, which names the position in the experiment file.
 */
export async function readOwnTls(
  service: ServiceSettings,
  {
    files,
    env,
    protocols,
  }: {
    readonly files: NamedFiles;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly protocols: readonly Protocol[];
  },
): Promise<ReadTls> {
  const secrets = new Secrets(env);
  const ownTls: Partial<Record<Protocol, OwnTls>> = {};
  for (const protocol of protocols) {
    const written = serviceEndpoint(service, protocol)?.tls;
    if (!written) continue;
    const reader = new TlsReader(files, `service.${protocol}.tls`);
    ownTls[protocol] = await reader.read(secrets.fill(written));
  }
  return { ownTls, secrets: [...secrets.values] };
}
