import { createSecureContext } from 'node:tls';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownTlsSchema } from '../../contracts/experiment/own-tls.ts';
import type { ServiceSettings } from '../../contracts/experiment/service.ts';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import {
  makeCertificates,
  type OwnCertificates,
  passphrase,
  writeCertificates,
} from '../../tests/support/own-certificates.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { filesIn } from './files.ts';
import { FileKeeper } from './kept-files.ts';
import { readOwnTls } from './own-tls.ts';

let made: OwnCertificates;
beforeAll(async () => {
  made = await makeCertificates();
});

async function read(tls: object, more: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = temporaryFolder(more);
  writeCertificates(folder, made);
  const files = new FileKeeper(filesIn(folder));
  const service = { rest: { address: 'https://h', tls: ownTlsSchema.parse(tls) } };
  const { ownTls, secrets } = await readOwnTls(service as unknown as ServiceSettings, {
    files,
    env: { PASSPHRASE: passphrase, OTHER: 'another' },
    protocols: ['rest'],
  });
  const kept = (await files.kept()).map(({ path }) => path);
  return { tls: ownTls.rest, secrets, kept };
}

const named = (name: string) => ({ passphrase: `\${${name}}` });
const packed = { pkcs12: 'client.p12' };
const locked = { certificate: 'client.pem', key: 'locked.key' };

describe('own certificates', () => {
  it('are read, and only the files of authorities are kept', async () => {
    const { tls, secrets, kept } = await read({ ca: 'ca.pem', ...locked, ...named('PASSPHRASE') });
    expect(tls).toMatchObject({ ca: [made.authority.cert.trim()], verify: true, serverName: null });
    // Unlocked, as the workers need it.
    expect(tls?.identity).toMatchObject({ key: made.client.key });
    expect([secrets, kept]).toEqual([[passphrase], ['ca.pem']]);
  });

  it('may be in PKCS#12, as Node’s TLS accepts them', async () => {
    const { tls, kept } = await read({ ...packed, ...named('PASSPHRASE') });
    expect(() => createSecureContext({ ...tls?.identity } as object)).not.toThrow();
    expect(kept).toEqual([]);
  });

  it.each([
    [{ ca: 'none.pem' }, 'ca: there is no file none.pem beside the experiment'],
    [{ ca: '../x.pem' }, 'ca: ../x.pem is outside of the experiment’s folder'],
    [{ ca: 'client.p12' }, 'ca: expected certificates in PEM in client.p12'],
    [{ ca: 'broken.pem' }, 'ca: a certificate in broken.pem cannot be read'],
    [{ ca: 'both.pem' }, 'ca: both.pem holds a private key'],
    [
      { certificate: 'client.pem', key: 'client.pem' },
      'key: expected a private key in PEM in client.pem',
    ],
    [locked, 'key: locked.key is locked with a passphrase'],
    [{ ...locked, ...named('OTHER') }, 'key: locked.key cannot be unlocked with this passphrase'],
    [
      { certificate: 'ca.pem', key: 'client.key' },
      'key: client.key is not the key of the first certificate in ca.pem',
    ],
    [
      { ...packed, ...named('OTHER') },
      'pkcs12: client.p12 cannot be unlocked with this passphrase',
    ],
    [{ pkcs12: 'ca.pem' }, 'pkcs12: ca.pem cannot be read as PKCS#12'],
  ])('are refused with the reason: %o', async (tls, message) => {
    const { cert, key } = made.client;
    const more = {
      'broken.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      'both.pem': cert + key,
    };
    await expect(read(tls, more)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringContaining(`service.rest.tls.${message}`),
    });
  });

  it('need the passphrase in the environment', async () => {
    const reading = read({ ...packed, ...named('NONE') });
    await expect(reading).rejects.toThrow('the environment variable NONE is not set');
  });

  it('never crash it, whatever is in their files', async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.base64String({ maxLength: 300 }).map((body) => {
        const pem = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
        return new Uint8Array(Buffer.from(pem));
      }),
    );
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom('ca', 'pkcs12'), async (bytes, key) => {
        const tls = ownTlsSchema.parse({ [key]: 'any' });
        const service = { rest: { address: 'https://h', tls } } as unknown as ServiceSettings;
        const files = memoryFiles({ any: bytes });
        const reading = readOwnTls(service, { files, env: {}, protocols: ['rest'] });
        await expect(reading).rejects.toMatchObject({ code: 'SERVICE_INVALID' });
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [{ certificate: 'a' }, 'expected its key, too'],
    [{ key: 'a' }, 'expected its certificate, too'],
    [{ pkcs12: 'a', certificate: 'b', key: 'c' }, 'expected either pkcs12 or'],
    [{ passphrase: `\${X}` }, 'expected key or pkcs12, which it unlocks'],
    [{ pkcs12: 'a', passphrase: 'plain' }, 'expected it from the environment'],
  ])('have consistent keys: %o', (tls, message) => {
    const issues = ownTlsSchema.safeParse(tls).error?.issues ?? [];
    expect(issues.map((one) => one.message).join()).toContain(message);
  });
});
