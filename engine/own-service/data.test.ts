import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceSchema } from '../../contracts/experiment/service.ts';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { DataTables } from '../../workloads/own-service/rows.ts';
import { compileTemplate, renderTemplate } from '../../workloads/own-service/template.ts';
import { readDataTables } from './data.ts';
import { filesIn } from './files.ts';

/** Reads a file whose columns a template names. */
async function read(
  content: string | Buffer,
  template: string,
  file = 'o.csv',
  pick = 'sequential',
) {
  const service = serviceSchema.parse({
    rest: { address: 'http://127.0.0.1:1' },
    data: { o: { file, pick } },
    requests: { get: { rest: { path: '/', body: template } } },
  });
  return await readDataTables(service, memoryFiles({ [file]: content }));
}

/** The texts of a template for the first requests. */
async function texts(content: string | Buffer, template: string, count: number, file?: string) {
  const parts = compileTemplate(template, new DataTables(await read(content, template, file)));
  return Array.from({ length: count }, (_, sequence) =>
    renderTemplate(parts, { sequence, seed: 1 }),
  );
}

describe('a data file', () => {
  it('gives each request the values of one row, and starts over at its end', async () => {
    const csv = 'id,name\n1,Ada\n2,Bob\n';
    expect(await texts(csv, '{{o.id}} {{ o.name }} {{o.id}}', 3)).toEqual([
      '1 Ada 1',
      '2 Bob 2',
      '1 Ada 1',
    ]);
  });

  it('is read while all files fit, and otherwise refused by name', async () => {
    const files = filesIn(temporaryFolder({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' }));
    const service = serviceSchema.parse({
      rest: { address: 'http://127.0.0.1:1' },
      data: { a: { file: 'a.csv' }, b: { file: 'b.csv' }, unused: { file: 'c.csv' } },
      requests: { get: { rest: { path: '/{{a.id}}/{{b.id}}' } } },
    });
    expect(await readDataTables(service, files, 10)).toHaveLength(2);
    await expect(readDataTables(service, files, 9)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message:
        'b.csv has 5 bytes, and the data files before it leave 4: expected at most 9 bytes in all of them',
      hint: expect.stringMatching(/rows and columns/),
    });
    await expect(readDataTables(service, files, 4)).rejects.toThrow('a.csv is larger than 4 bytes');
  });

  it('may have a byte order mark, quotes, line ends of Windows, empty values and lines', async () => {
    const csv = '\ufeffid,full name\r\n1,"A ""q"", b\r\nc"\r\n\r\n2,\r\n';
    expect(await texts(csv, '{{o.id}}|{{o.full name}}', 2)).toEqual(['1|A "q", b\r\nc', '2|']);
  });

  it('may be JSON Lines, whose numbers stay as written', async () => {
    const lines = '{"id": 9007199254740993, "ok": true, "more": [1]}\n\n{"id":"é","ok":false}';
    expect(await texts(lines, '{{o.id}} {{o.ok}}', 2, 'o.jsonl')).toEqual([
      '9007199254740993 true',
      'é false',
    ]);
  });

  it('preserves any values', async () => {
    const value = fc.string({ unit: 'binary', maxLength: 40 });
    const long = [127, 128, 16_384].map((length) => 'x'.repeat(length));
    const cell = fc.oneof({ arbitrary: value, weight: 5 }, fc.constantFrom(...long));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 11 }),
        async (rows) => {
          const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;
          const csv = ['a,b', ...rows.map((row) => row.map(quoted).join(','))].join('\n');
          const lines = rows.map(([a, b]) => JSON.stringify({ a, b })).join('\n');
          const wanted = rows.map(([a, b]) => `${b}${a}`);
          expect(await texts(csv, '{{o.b}}{{o.a}}', rows.length)).toEqual(wanted);
          expect(await texts(lines, '{{o.b}}{{o.a}}', rows.length, 'o.ndjson')).toEqual(wanted);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('yields rows at random, the same for the same seed, all of them sooner or later', async () => {
    const csv = `id\n${Array.from({ length: 50 }, (_, id) => id).join('\n')}`;
    const pick = async () => {
      const rows = new DataTables(await read(csv, '{{o.id}}', 'o.csv', 'random'));
      const parts = compileTemplate('{{o.id}}', rows);
      return (seed: number) =>
        Array.from({ length: 1000 }, (_, sequence) => renderTemplate(parts, { sequence, seed }));
    };
    const [one, other] = [await pick(), await pick()];
    expect(one(7)).toEqual(other(7));
    expect(one(7)).not.toEqual(one(8));
    expect(new Set(one(7)).size).toBe(50);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['a ragged row', 'id,b\n1,2\n3\n', /^o\.csv:3: .*as the header has names, got 1/],
    ['a missing column', 'no,b\n1,2\n', /^o\.csv:1: .*no column "id": expected one of no, b/],
    ['a duplicate column', 'id,id\n1,2\n', /^o\.csv:1: two columns are called "id"/],
    ['nothing in it', '', /^o\.csv:1: expected a header line/],
    ['a header alone', 'id\n', /^o\.csv has no rows/],
    ['an open quote', 'id\n"1\n2\n', /^o\.csv:\d+: a quote is not closed/],
    ['a quote inside of a value', 'id\n1\na"b\n', /^o\.csv:3: /],
    ['a row without end', `id\n"${'x'.repeat(1_100_000)}`, /^o\.csv:\d+: a row is longer than/],
    ['another encoding', Buffer.from('id\n\xe9\n', 'latin1'), /^o\.csv: expected text in UTF-8/],
  ])('is refused with %s', async (_what, content, message) => {
    await expect(read(content, '{{o.id}}')).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{"id": 1}\n{"id"', /^o\.jsonl:2: expected one JSON object/],
    ['no object', '[1]', /^o\.jsonl:1: expected a JSON object/],
    ['no such value', '{"id": 1}\n\n{"no": 1}', /^o\.jsonl:3: expected .* as "id", got nothing/],
    ['null', '{"id": null}', /^o\.jsonl:1: .* got null/],
    ['nothing in it', '\n', /^o\.jsonl has no rows/],
  ])('of JSON Lines is refused with %s', async (_what, content, message) => {
    await expect(read(content, '{{o.id}}', 'o.jsonl')).rejects.toThrow(message);
  });

  it('must exist, in the folder of the experiment', async () => {
    const service = (file: string) =>
      serviceSchema.parse({
        data: { o: { file } },
        requests: { get: { rest: { path: '/{{o.id}}' } } },
      });
    const reading = (file: string) => readDataTables(service(file), filesIn('/nowhere'));
    await expect(reading('gone.csv')).rejects.toThrow('gone.csv was not found');
    await expect(reading('../gone.csv')).rejects.toThrow('outside of');
  });
});
