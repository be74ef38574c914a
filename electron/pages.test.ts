import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { origin } from './origin.ts';
import { fileFor, readPage } from './pages.ts';

const folder = join(sep, 'app', 'renderer');

describe('the file of an address', () => {
  it('is inside the folder, the start page for the bare origin', () => {
    expect(fileFor(folder, `${origin}/index.html`)).toBe(join(folder, 'index.html'));
    expect(fileFor(folder, `${origin}/assets/a%20b.js?v=1#x`)).toBe(
      join(folder, 'assets', 'a b.js'),
    );
    expect(fileFor(folder, `${origin}/`)).toBe(join(folder, 'index.html'));
  });

  it.each([
    'app://elsewhere/index.html',
    'http://wirebench/index.html',
    'file:///etc/passwd',
    `${origin}/..%2f..%2fetc/passwd`,
    `${origin}/a%00.html`,
    `${origin}/..%5c..%5cboot.ini`,
    `${origin}/%E0%A4%A`,
    'not an address',
  ])('does not exist for %s', (url) => {
    expect(fileFor(folder, url)).toBeNull();
  });

  it('is never outside the folder', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '%2e%2e', '%2f', '/', '\\', '%5c', '.'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const file = fileFor(folder, `${origin}/${parts.join('/')}`);
        expect(file === null || file.startsWith(folder + sep)).toBe(true);
      }),
    );
  });
});

describe('a page', () => {
  let served: string;
  beforeAll(() => {
    served = mkdtempSync(join(tmpdir(), 'pages-'));
    writeFileSync(join(served, 'index.html'), '<p>hello</p>');
    writeFileSync(join(served, 'secret.db'), 'x');
  });
  afterAll(() => rmSync(served, { recursive: true }));

  it('carries a content security policy without inline scripts', async () => {
    const { status, headers, body } = await readPage(served, `${origin}/`);
    expect(status).toBe(200);
    expect(body.toString()).toBe('<p>hello</p>');
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8');
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'; script-src 'self';");
  });

  it.each([
    ['/missing.html', 404],
    ['/secret.db', 403],
    ['/..%2findex.html', 403],
  ])('%s is answered with %i', async (path, status) => {
    expect((await readPage(served, origin + path)).status).toBe(status);
  });
});
