import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askReleaseFeed } from './update-check.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** @returns the address of a feed with this answer. */
async function feed(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/latest.json`;
}

const saying = (text: string) => feed((_request, response) => response.end(text));

describe('checking for updates', () => {
  it('reports the new version and where it is', async () => {
    const address = await saying('{"version":"v1.10.0","page":"https://example.org/wirebench"}');
    expect(await askReleaseFeed('1.9.3', address)).toEqual({
      current: '1.9.3',
      latest: '1.10.0',
      newer: true,
      message: 'Version 1.10.0 is out. Download it from https://example.org/wirebench.',
    });
  });

  it('reports that there is none, and follows no redirect, and fails quietly if nothing answers', async () => {
    const address = await saying('{"version":"0.1.0"}');
    expect(await askReleaseFeed('0.1.0', address)).toMatchObject({
      newer: false,
      message: 'This is the newest version.',
    });
    const never = () => Promise.reject(new Error('asked'));
    expect((await askReleaseFeed('1.0.0', '', never)).message).toMatch(/has no address/);
    for (const unsafe of ['http://example.org/', 'file:///etc/passwd', 'ftp://a/', 'nonsense']) {
      const { latest, message } = await askReleaseFeed('1.0.0', unsafe, never);
      expect(latest).toBeNull();
      expect(message).not.toMatch(/asked: asked/);
    }
  });

  it.each([
    ['no JSON', 'hello'],
    ['no version', '{}'],
    ['an invalid version', '{"version":"<b>1</b>"}'],
    ['a page that is not a web address', '{"version":"1.0.0","page":"javascript:alert(1)"}'],
    ['an oversized answer', `{"version":"9.0.0","x":"${'x'.repeat(70_000)}"}`],
  ])('learns nothing from %s', async (_what, text) => {
    const { latest, newer, message } = await askReleaseFeed('1.0.0', await saying(text));
    expect({ latest, newer }).toEqual({ latest: null, newer: false });
    expect(message).toMatch(/^The release feed could not be read: /);
    const address = await feed((_request, response) => {
      response.writeHead(302, { Location: 'https://example.org/' }).end();
    });
    expect((await askReleaseFeed('1.0.0', address)).message).toMatch(/status 302/);
  });

  it('fails quietly if nothing answers', async () => {
    const address = await saying('');
    server?.close();
    server?.closeAllConnections();
    expect((await askReleaseFeed('1.0.0', address)).latest).toBeNull();
  });
});
