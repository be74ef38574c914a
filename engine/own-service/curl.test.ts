import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCurl, readUrl, shellWords } from './curl.ts';

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
const doubled = (word: string) => `"${word.replace(/[\\"$`]/g, '\\$&')}"`;
const callOf = (command: string) => readCurl(command).operations[0]?.call;

describe('shellWords', () => {
  it('reads the same as a shell, whatever the quotes', () => {
    const words = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean()));
    fc.assert(
      fc.property(words, (list) => {
        const written = list.map(([word, single]) => (single ? quote(word) : doubled(word)));
        expect(shellWords(written.join(' \\\n '))).toEqual(list.map(([word]) => word));
      }),
    );
    expect(shellWords(`a\\ b"c"'d' $'e\\'\\u00e9' $HOME`)).toEqual(['a bcd', "e'é", '$HOME']);
    expect(() => shellWords("a 'b")).toThrow(/ends within quotes/);
  });
});

describe('readCurl', () => {
  it('reads its own formatted output', () => {
    const value = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.trim());
    const name = fc.stringMatching(/^x-[a-z]{1,8}$/);
    const method = fc.constantFrom('PUT', 'PATCH', 'DELETE');
    const arbitrary = fc.record({
      method,
      headers: fc.dictionary(name, value, { noNullPrototype: true }),
      body: fc.string(),
    });
    fc.assert(
      fc.property(arbitrary, ({ method, headers, body }) => {
        const options = Object.entries(headers).flatMap(([key, one]) => ['-H', `${key}: ${one}`]);
        const words = ['curl', '-X', method, ...options, '-H', 'content-type: text/plain'];
        const command = [...words, '--data-raw', body, 'http://h:1/a?b=c'].map(quote).join(' ');
        const type = { 'content-type': 'text/plain' };
        const expected = { method, path: '/a?b=c', headers: { ...headers, ...type }, body };
        expect(callOf(command)).toEqual(expected);
      }),
    );
  });

  const [form, json] = ['application/x-www-form-urlencoded', 'application/json'];
  it.each<[string, Record<string, unknown>]>([
    ['curl h:1/a', { path: '/a' }],
    ['curl -sSLXDELETE https://h/a', { method: 'DELETE', path: '/a' }],
    ['curl -G --data-urlencode "q=a b" -d c=d h', { path: '/?q=a%20b&c=d' }],
    [
      `curl --json '{"a": [1]}' h`,
      { path: '/', headers: { 'content-type': json, accept: json }, body: { a: [1] } },
    ],
    ['curl -u a:b --url=h', { path: '/', headers: { authorization: 'Basic YTpi' } }],
    ['curl -A me -b c=d h', { path: '/', headers: { 'user-agent': 'me', cookie: 'c=d' } }],
    ['curl -d a=1 -d b=2 h', { path: '/', headers: { 'content-type': form }, body: 'a=1&b=2' }],
    [
      `curl -F a=b -F 'c=@./x/cat.png;type=image/png;filename="d.png"' --form-string 'e=@f;type=g' h`,
      {
        path: '/',
        multipart: [
          { name: 'a', value: 'b' },
          { name: 'c', file: 'cat.png', type: 'image/png', filename: 'd.png' },
          { name: 'e', value: '@f;type=g' },
        ],
      },
    ],
    [
      `curl -X PUT --data-binary @/photos/cat.png h`,
      { method: 'PUT', path: '/', headers: { 'content-type': form }, 'body-file': 'cat.png' },
    ],
  ])('reads %s', (command, call) => {
    expect(callOf(command)).toEqual(call);
  });

  it.each([
    ['curl', /expected one address/],
    ['curl -F a h', /is not a field/],
    ['curl -F a=<b h', /reads <b from a file/],
    ['curl -F a=b -d c h', /either -F or -d/],
    ['curl --data-binary @a --data-binary b h', /beside other data/],
    ['curl -d @secrets h', /reads @secrets from a file/],
    ['curl -H nothing h', /is not a header/],
    ['curl h -X', /wants a value/],
    ['wget h', /starts with curl/],
  ])('refuses %s', (command, message) => {
    expect(() => readCurl(command)).toThrow(message);
  });

  it('always terminates, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => {
        try {
          readCurl(`curl ${rest}`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SERVICE_INVALID' });
        }
      }),
    );
  });

  it.each([
    ['which files must be next to the experiment', 'curl -F a=@b/c.png h', 'sends: c.png'],
    ['that -k is left out', 'curl -k https://h', '-k is left out'],
  ])('reports %s', (_what, command, remark) => {
    expect(readCurl(command).remarks.join()).toContain(remark);
  });
});

describe('readUrl', () => {
  it('preserves values and the query', () => {
    expect(readUrl('http://h:1/a/{{int 1 9}}?q=é')).toMatchObject({
      address: 'http://h:1',
      operations: [{ call: { path: '/a/{{int 1 9}}?q=%C3%A9' }, changes: false }],
    });
  });
});
