import { describe, expect, it } from 'vitest';
import type { OauthSettings } from '../../contracts/experiment/auth.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import { tokenMemory } from '../../workloads/own-service/tokens.ts';
import { baseName, besideValues, escapeFor, fileBody, multipartBody } from './bodies.ts';
import { fetchToken, TokenKeeper } from './oauth.ts';

const oauth = (url: string, change: Partial<OauthSettings> = {}): OauthSettings => ({
  'token-url': url,
  'client-id': 'me:é',
  'client-secret': 'x y',
  credentials: 'header',
  ...change,
});
const asIs = (text: string) => text;

/** What comes of a token server's answer. */
async function fetched(status: number, body: string, change: Partial<OauthSettings> = {}) {
  const { port, seen } = await scriptedHttp(1, (response) =>
    response.writeHead(status, status === 302 ? { location: '/other' } : {}).end(body),
  );
  const url = `http://127.0.0.1:${port}/token`;
  const outcome = await fetchToken(oauth(url, change), asIs).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'TOKEN_REFUSED', hint: expect.any(String) });
    return (error as Error).message.replace(`No access token came from ${url}: `, '');
  });
  return { outcome, seen };
}
const token = (more: object = {}) => JSON.stringify({ access_token: 'abc', ...more });

describe('an access token', () => {
  it.each([
    [{}, 3_600_000],
    [{ expires_in: 5 }, 5000],
    [{ expires_in: '7', token_type: 'BEARER' }, 7000],
    [{ expires_in: 0 }, 3_600_000],
    [{ expires_in: -1 }, 3_600_000],
    [{ expires_in: 'x' }, 3_600_000],
  ])('of an answer with %j lives as long as it says', async (more, livesMs) => {
    expect((await fetched(200, token(more))).outcome).toEqual({ token: 'abc', livesMs });
  });

  const none = 'the answer holds no bearer token as access_token';
  it.each([
    [200, token({ token_type: 'mac' }), none],
    [200, '{"access_token":7}', none],
    [200, '{"access_token":"a b"}', none],
    [200, '{"access_token":""}', none],
    [200, '<html>', none],
    [200, 'null', none],
    [401, '{"error":"invalid_client"}', 'status 401 (invalid_client)'],
    [400, '{"error":"no word"}', 'status 400'],
    [400, 'no', 'status 400'],
    [500, '{"error":7}', 'status 500'],
    [200, ' '.repeat(65_537), 'the answer is larger than 65536 bytes'],
  ])('does not come with status %i and %j', async (status, body, words) => {
    expect((await fetched(status, body)).outcome).toBe(words);
  });

  it('is asked for with the credentials where they belong, and never elsewhere', async () => {
    const { seen } = await fetched(200, `${token()}${' '.repeat(60_000)}`);
    const [first] = seen;
    expect([first?.line, first?.headers.accept]).toEqual(['POST /token', 'application/json']);
    const basic = Buffer.from('me%3A%C3%A9:x%20y').toString('base64');
    expect(first?.headers.authorization).toBe(`Basic ${basic}`);
    expect(first?.body.toString()).toBe('grant_type=client_credentials');
    const inBody = await fetched(200, token(), {
      credentials: 'body',
      scope: 's t',
      audience: 'a',
    });
    const [sent] = inBody.seen;
    expect(sent?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(sent?.body.toString()))).toEqual({
      ...{ grant_type: 'client_credentials', scope: 's t', audience: 'a' },
      ...{ client_id: 'me:é', client_secret: 'x y' },
    });
    const led = await fetched(302, '');
    expect([led.outcome, led.seen.length]).toEqual([expect.any(String), 1]);
    expect(led.outcome).toMatch(/redirect/);
  });

  it('is kept for each protocol that needs one, and renewed no more once closed', async () => {
    const { port, seen } = await scriptedHttp(1, (response) => response.end(token()));
    const cell = (oauth: OauthSettings | undefined) => ({
      ...{ name: 'a', memory: tokenMemory() },
      ...(oauth && { oauth }),
    });
    const tokens = [cell(oauth(`http://127.0.0.1:${port}/`)), cell(undefined)] as never;
    const keeper = await TokenKeeper.open({ tokens, secrets: [] });
    keeper.close();
    (await TokenKeeper.open(undefined)).close();
    expect(seen).toHaveLength(1);
  });
});

describe('a body', () => {
  it.each([
    ['application/problem+JSON', 'json'],
    ['text/xml', 'xml'],
    ['application/x-www-form-urlencoded; charset=x', 'url'],
    ['text/plain', 'none'],
  ])('of %s is escaped as %s', (type, way) => expect(escapeFor(type)).toBe(way));

  it('is changed beside its values only', () => {
    const upper = (text: string) => text.toUpperCase();
    expect(besideValues('a{{b}}c{{d\ne}}f{{', upper)).toBe('A{{b}}C{{d\ne}}F{{');
    expect([baseName('a/b\\c.d'), baseName('e'), baseName('')]).toEqual(['c.d', 'e', '']);
  });

  const files = memoryFiles({ 'd/a.bin': 'octets', 'b.txt': 'b' });
  it('is a file as it is', async () => {
    const { pieces, type } = await fileBody('d/a.bin', files);
    expect(type).toBe('application/octet-stream');
    const [piece] = pieces;
    expect(piece && 'octets' in piece && Buffer.from(piece.octets).toString()).toBe('octets');
    await expect(fileBody('none', files)).rejects.toMatchObject({
      ...{ code: 'SERVICE_INVALID', message: 'none was not found' },
    });
  });

  it('is a form in parts, with heads as browsers write them', async () => {
    const parts = [
      { name: 'a"b', value: 'v' },
      { name: 'n', value: { x: 1 } },
      { name: 'j', value: 'w', type: 'application/json' },
      { name: 'f', file: 'd/a.bin' },
      { name: 'g{{"}}', file: 'b.txt', filename: 'c\r\n.d', type: 'text/x' },
      { name: 'h', value: 7, filename: 'i' },
    ];
    const { pieces, type } = await multipartBody(parts, files);
    const [, boundary = ''] =
      /^multipart\/form-data; boundary=(wirebench-[0-9a-f]{32})$/.exec(type) ?? [];
    const text = pieces.map((piece) =>
      'octets' in piece ? Buffer.from(piece.octets).toString() : piece.text,
    );
    const disposition = 'Content-Disposition: form-data; name=';
    const part = (head: string, content: string) =>
      `--${boundary}\r\n${disposition}${head}\r\n\r\n${content}\r\n`;
    expect(text.join('')).toBe(
      [
        part('"a%22b"', 'v'),
        part('"n"\r\nContent-Type: application/json', '{"x":1}'),
        part('"j"\r\nContent-Type: application/json', 'w'),
        part('"f"; filename="a.bin"\r\nContent-Type: application/octet-stream', 'octets'),
        part('"g{{"}}"; filename="c%0D%0A.d"\r\nContent-Type: text/x', 'b'),
        part('"h"; filename="i"', '7'),
        `--${boundary}--\r\n`,
      ].join(''),
    );
    expect(pieces.map((piece) => ('escape' in piece ? piece.escape : 'octets'))).toEqual([
      ...['quoted', 'none', 'none', 'quoted', 'json', 'none', 'quoted', 'json', 'none'],
      ...['quoted', 'octets', 'none', 'quoted', 'octets', 'none', 'quoted', 'json', 'none', 'none'],
    ]);
    expect((await multipartBody(parts, files)).type).toBe(type);
    expect((await multipartBody(parts.slice(1), files)).type).not.toBe(type);
  });
});
