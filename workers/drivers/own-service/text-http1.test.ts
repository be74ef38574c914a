import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextCall } from '../../../contracts/own-service.ts';
import { emptyCall, rowTable } from '../../../tests/support/row-table.ts';
import { DataTables } from '../../../workloads/own-service/rows.ts';
import { compileText, textWriter } from '../../../workloads/own-service/written-text.ts';
import { requestWriter } from './text-http1.ts';

/** With few lengths, so that requests as long as the previous one are as frequent as others. */
const value = fc.constantFrom('', 'a', 'b', '"', 'é', '€', '%', 'ab', 'a\nb', 'x'.repeat(40));
const row = fc.record({ a: value, b: value, taken: value });
const text = fc.constantFrom(
  '',
  'fixed',
  '{{o.a}}',
  '{{o.b}}-{{o.a}}',
  '{{t}} {{o.b}}',
  '{{sequence}}',
  'y'.repeat(50),
);
const kind = fc.constantFrom('json', 'xml', 'url', 'quoted', 'none');
const piece = fc.record({ text, escape: kind });
const call: fc.Arbitrary<TextCall> = fc.record({
  kind: fc.constant('text'),
  method: fc.constantFrom('GET', 'POST', 'PATCH'),
  target: text.map((one) => `/p/${one.replaceAll(' ', '/')}`),
  headers: fc.array(fc.tuple(fc.constantFrom('x-a', 'x-b', 'host'), text), { maxLength: 3 }),
  body: fc.option(fc.array(piece, { maxLength: 3 })),
  success: fc.constant('status'),
});

const plain: TextCall = { ...emptyCall, method: 'GET' };
const address = { host: 'service', port: 81, basePath: '/base', tls: null };

/** A request in the form of RFC 9112, from a readable call. */
function plainly(
  { method }: TextCall,
  { target, headers, body }: ReturnType<ReturnType<typeof textWriter>>,
): Buffer {
  const content = Buffer.from(body ?? '');
  const host = headers.find(([name]) => name === 'host')?.[1] ?? 'service:81';
  const lines = [
    `${method} /base${target} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.filter(([name]) => name !== 'host').map(([name, one]) => `${name}: ${one}`),
    ...(body !== null || method === 'POST' ? [`Content-Length: ${content.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

describe('requests to an own service over HTTP/1.1', () => {
  it('match their texts octet by octet, whatever the previous one was', () => {
    fc.assert(
      fc.property(call, fc.array(row, { minLength: 2, maxLength: 12 }), (made, rows) => {
        const table = rowTable(
          ['a', 'b'],
          rows.map(({ a, b }) => [a, b]),
        );
        const tables = () => new DataTables([table], ['t']);
        const write = requestWriter(made, address, compileText(made, tables()));
        const shown = textWriter(made, tables());
        for (const [sequence, { taken }] of rows.entries()) {
          const of = { sequence, seed: 1, taken: [taken] };
          expect(write(of).toString('latin1')).toBe(plainly(made, shown(of)).toString('latin1'));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('stay unchanged when the next is created', () => {
    const tables = new DataTables([rowTable(['a'], [['1'], ['2']])]);
    const made: TextCall = { ...plain, target: '/{{o.a}}' };
    const write = requestWriter(made, address, compileText(made, tables));
    const [first, second] = [0, 1].map((sequence) => write({ sequence, seed: 1 }));
    expect(first?.toString()).toContain('/base/1 ');
    expect(second?.toString()).toContain('/base/2 ');
  });

  it('are complete after one that failed', () => {
    const cells = [['a'], ['bb'], ['cc']];
    const tables = new DataTables([rowTable(['a'], cells)]);
    const piece = { text: '<{{o.a}}>', escape: 'none' } as const;
    const { headers, body } = compileText({ ...plain, body: [piece] }, tables);
    const failsOnce = ({ sequence }: { sequence: number }) => {
      if (sequence === 1) throw new TypeError('no value');
      return '/x';
    };
    const write = requestWriter(plain, address, { target: [failsOnce], headers, body });
    const made = (sequence: number) => write({ sequence, seed: 1 }).toString();
    const head = 'GET /base%2Fx HTTP/1.1\r\nHost: service:81\r\nContent-Length: ';
    expect(made(0)).toBe(`${head}3\r\n\r\n<a>`);
    expect(() => made(1)).toThrow('no value');
    expect(made(2)).toBe(`${head}4\r\n\r\n<cc>`);
  });
});
