import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { wirebench } from '../support/command-line.ts';
import { type OwnService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const octets = Buffer.from([0xff, 0x00, 0x7b, 0x7b, 0x61, 0x7d, 0x7d, 0x0d, 0x0a, 0x80]);

/** A multipart form as an independent reader parses it. */
async function formIn({ headers, octets: body }: OwnService['seen'][number]) {
  const type = String(headers['content-type']);
  const form = await new Response(new Uint8Array(body ?? []), {
    headers: { 'content-type': type },
  }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer())],
    ),
  );
}

it.each([1, 2] as const)('forms in parts and files are sent over HTTP/%s', async (version) => {
  const service = await ownHttpService(() => ({ status: 200, body: '{}' }), version);
  onTestFinished(() => service.close());
  const home = temporaryFolder();
  const file = join(home, 'own.bench.yaml');
  writeFileSync(join(home, 'cat.png'), octets);
  writeFileSync(join(home, 'rows.csv'), 'name\n"a\n""b"\n');
  const protocol = version === 1 ? 'rest' : 'rest-h2';
  writeFileSync(
    file,
    `wirebench: 1
name: Own
service:
  ${protocol}: {address: "${service.address}", headers: {content-type: text/plain}}
  data: {rows: {file: rows.csv}}
  requests:
    form:
      ${protocol}:
        path: /form
        multipart:
          - {name: title, value: "No. {{int 7 7}}"}
          - {name: order, value: {id: "{{rows.name}}"}}
          - {name: 'pic"ture', file: cat.png, type: image/png, filename: "{{rows.name}}.png"}
          - {name: raw, file: cat.png}
    file: {${protocol}: {path: /file, method: PUT, body-file: cat.png, headers: {content-type: image/png}}}
factors: {protocol: [${protocol}], shape: [form, file], users: [1], client: [raw, library]}
load: {model: closed, requests: 5, warmUp: 0s}
workers: 1
`,
  );
  const tried = await wirebench(home, ['try', file]);
  expect(tried).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('‹10 bytes›'),
    stderr: '',
  });
  const run = await wirebench(home, ['run', file, '--quiet', '--json']);
  const { trials }: ResultDocument = JSON.parse(run.stdout);
  expect(trials.map(({ requests }) => requests)).toMatchObject(Array(4).fill({ ok: 5 }));

  const forms = service.seen.filter(({ call }) => call === 'POST /form');
  expect(forms.length).toBeGreaterThan(10);
  for (const form of forms) {
    expect(await formIn(form)).toEqual([
      ['title', 'No. 7'],
      ['order', expect.anything()],
      ['pic"ture', 'a\n"b.png', 'image/png', octets],
      ['raw', 'cat.png', 'application/octet-stream', octets],
    ]);
    expect(form.body).toContain('\r\n\r\n{"id":"a\\n\\"b"}\r\n');
  }
  const files = service.seen.filter(({ call }) => call === 'PUT /file');
  expect(files.length).toBeGreaterThan(10);
  for (const one of files) {
    expect(one.octets).toEqual(octets);
    expect(one.headers['content-type']).toBe('image/png');
  }

  rmSync(join(home, 'cat.png'));
  const missing = await wirebench(home, ['validate', file]);
  expect(missing.stdout + missing.stderr).toContain('cat.png was not found');
  const again = await wirebench(home, ['run', '--again', 'latest', '--quiet', '--json']);
  expect(again.code).toBe(0);
});

it('answers that are encoded are checked and taken from, over HTTP/1 and 2', async () => {
  const bodies = { gzip: gzipSync('{"id":7}'), br: brotliCompressSync('{"id":7}') };
  const bomb = gzipSync(Buffer.alloc(2 ** 27));
  const [rest, h2] = await Promise.all(
    ([1, 2] as const).map((version) =>
      ownHttpService(({ path }) => {
        if (path === '/bomb') return { status: 200, coding: 'gzip', body: bomb };
        const coding = path === '/br' ? 'br' : 'gzip';
        return { status: 200, coding, body: bodies[coding] };
      }, version),
    ),
  );
  onTestFinished(async () => void (await Promise.all([rest?.close(), h2?.close()])));
  const home = temporaryFolder();
  const file = join(home, 'own.bench.yaml');
  const request = (path: string) =>
    `{rest: {path: ${path}}, checks: [{path: $.id, equals: 7}, {header: content-encoding, exists: true}]}`;
  const headers = '{accept-encoding: "gzip, br"}';
  writeFileSync(
    file,
    `wirebench: 1
name: Own
service:
  rest: {address: "${rest?.address}", headers: ${headers}}
  rest-h2: {address: "${h2?.address}", headers: ${headers}}
  requests: {gzip: ${request('/gzip')}, br: ${request('/br')}, bomb: ${request('/bomb')}}
factors: {protocol: [rest, rest-h2], shape: [gzip, br, bomb], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
verify: all
workers: 1
`,
  );
  const run = await wirebench(home, ['run', file, '--quiet', '--json']);
  const { trials }: ResultDocument = JSON.parse(run.stdout);
  expect(trials.map(({ cell, requests }) => [cell.protocol, cell.shape, requests.ok])).toEqual([
    ['rest', 'gzip', 5],
    ['rest', 'br', 5],
    ['rest', 'bomb', 0],
    ['rest-h2', 'gzip', 5],
    ['rest-h2', 'br', 5],
    ['rest-h2', 'bomb', 0],
  ]);
  const message = expect.stringContaining('cannot be decoded');
  expect([trials[2]?.failure, trials[5]?.failure]).toMatchObject([{ message }, { message }]);
});
