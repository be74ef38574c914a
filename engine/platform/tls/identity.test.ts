import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { authorityFile, clientIdentity, type Identity, serverIdentity } from './identity.ts';

const run = promisify(execFile);
let home: string;

beforeEach(() => {
  home = temporaryFolder();
});

/** Connects to a TLS server with `server`'s certificate. @returns the error, or null. */
async function handshake(
  server: Identity,
  client: Partial<Identity>,
  servername: string,
): Promise<string | null> {
  const listener = createServer({ ...server, requestCert: true, rejectUnauthorized: true });
  listener.on('tlsClientError', () => undefined);
  listener.on('secureConnection', (socket: TLSSocket) => socket.end('welcome'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  try {
    return await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, servername, ...client });
      socket.once('data', () => resolve(null));
      socket.once('error', (error) => resolve(error.message));
      socket.once('close', () => resolve('closed'));
    });
  } finally {
    await new Promise((resolve) => listener.close(resolve));
  }
}

describe('identities', () => {
  it('let server and client verify each other', async () => {
    const server = await serverIdentity(home);
    const client = await clientIdentity(home);
    expect(await handshake(server, client, 'localhost')).toBeNull();
    expect(await handshake(server, client, 'example.org')).toMatch(/does not match/);
    expect(await handshake(server, { ca: server.ca }, 'localhost')).not.toBeNull();
    const unknown = await handshake(server, { cert: client.cert, key: client.key }, 'localhost');
    expect(unknown).toMatch(/unable to verify|self.signed|unable to get/i);
  });

  it('name localhost, both loopback addresses and the requested hosts', async () => {
    const plain = new X509Certificate((await serverIdentity(home)).cert);
    expect(plain.checkHost('localhost')).toBe('localhost');
    expect(plain.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(plain.checkIP('::1')).toBe('::1');
    const { cert } = await serverIdentity(home, ['bench.example', '10.0.0.7']);
    const named = new X509Certificate(cert);
    expect(named.checkHost('bench.example')).toBe('bench.example');
    expect(named.checkIP('10.0.0.7')).toBe('10.0.0.7');
    expect(named.checkHost('localhost')).toBe('localhost');
  });

  it('pass the strict checks of openssl', async () => {
    for (const [side, purpose] of [
      [serverIdentity, 'sslserver'],
      [clientIdentity, 'sslclient'],
    ] as const) {
      const { cert } = await side(home);
      const file = join(home, `${purpose}.pem`);
      await writeFile(file, cert);
      const options = `verify -x509_strict -purpose ${purpose} -CAfile`.split(' ');
      const { stdout } = await run('openssl', [...options, authorityFile(home), file]);
      expect(stdout).toContain('OK');
    }
  });

  it('stay the same from call to call, readable by their owner only', async () => {
    const first = await serverIdentity(home);
    expect(await serverIdentity(home)).toEqual(first);
    expect(await readFile(authorityFile(home), 'utf8')).toBe(first.ca);
    const files = await readdir(join(home, 'tls'));
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
    const modes = await Promise.all(files.map((file) => stat(join(home, 'tls', file))));
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual(files.map(() => 0));
  });

  it('agree on one authority when several processes start concurrently', async () => {
    const module = new URL('./identity.ts', import.meta.url).href;
    const script = `const m = await import(${JSON.stringify(module)});
      process.stdout.write(JSON.stringify(await m.serverIdentity(${JSON.stringify(home)})));`;
    const once = () => run(process.execPath, ['--input-type=module', '-e', script]);
    const outputs = await Promise.all([once(), once(), once()]);
    const [first, ...others] = outputs.map(({ stdout }) => stdout);
    expect(others).toEqual([first, first]);
  });

  it('are recreated when the stored file is damaged', async () => {
    const before = await serverIdentity(home);
    const kept = (await readdir(join(home, 'tls'))).find((file) => file.startsWith('authority.'));
    await writeFile(join(home, 'tls', kept ?? ''), 'not a certificate');
    const after = await serverIdentity(home);
    expect(after.ca).not.toBe(before.ca);
    expect(await serverIdentity(home)).toEqual(after);
    expect(await handshake(after, await clientIdentity(home), 'localhost')).toBeNull();
  });

  it('name the folder that cannot be written', async () => {
    const blocked = join(home, 'file');
    await writeFile(blocked, '');
    await expect(serverIdentity(blocked)).rejects.toMatchObject({ code: 'SERVICE_START_FAILED' });
  });
});
