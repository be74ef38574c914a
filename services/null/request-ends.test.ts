import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLengthOf, KnownHead, RequestEnds } from './request-ends.ts';

const request = (body: string, headers = '') =>
  Buffer.from(
    `POST /a HTTP/1.1\r\nhost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
  );

const countAll = (chunks: readonly Buffer[], known = new KnownHead()) => {
  const ends = new RequestEnds(known);
  return chunks.map((chunk) => ends.count(chunk));
};

describe('RequestEnds', () => {
  it('counts a request at its last octet', () => {
    const bytes = request('hello');
    expect(countAll([bytes, bytes])).toEqual([1, 1]);
    expect(countAll([bytes.subarray(0, 10), bytes.subarray(10, -1), bytes.subarray(-1)])).toEqual([
      0, 0, 1,
    ]);
  });

  it('counts requests without a body at the end of their head', () => {
    expect(countAll([Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))])).toEqual([3]);
  });

  it('counts pipelined requests however they are chunked', () => {
    const requests = fc.array(
      fc.record({ body: fc.string({ maxLength: 30 }), extra: fc.constantFrom('', 'a: b\r\n') }),
      { minLength: 1, maxLength: 8 },
    );
    const cuts = fc.array(fc.nat(60), { maxLength: 40 });
    fc.assert(
      fc.property(requests, cuts, (list, lengths) => {
        const bytes = Buffer.concat(list.map(({ body, extra }) => request(body, extra)));
        const chunks: Buffer[] = [];
        let at = 0;
        for (const length of lengths) {
          chunks.push(bytes.subarray(at, at + length));
          at = Math.min(bytes.length, at + length);
        }
        chunks.push(bytes.subarray(at));
        const counted = countAll(chunks).reduce((sum, one) => sum + one, 0);
        expect(counted).toBe(list.length);
      }),
    );
  });

  it('does not confuse different requests', () => {
    const known = new KnownHead();
    expect(countAll([request('abc')], known)).toEqual([1]);
    const longer = request('abcdefgh');
    expect(countAll([longer.subarray(0, -1), longer.subarray(-1)], known)).toEqual([0, 1]);
  });

  it('recognises no head if disabled', () => {
    const known = new KnownHead(false);
    expect(countAll([request('abc'), request('abc')], known)).toEqual([1, 1]);
    expect(known.bytes).toHaveLength(0);
  });

  it('gives up on requests without a recognisable end', () => {
    const chunked = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const text of ['nonsense\r\n\r\n', chunked, 'a'.repeat(70_000)])
      expect(countAll([Buffer.from(text)])).toEqual([-1]);
  });

  it('reads heads as regular expressions do', () => {
    const byExpressions = (head: string) => {
      if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(head) || /\r\ntransfer-encoding:/i.test(head)) return;
      return Number(/\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n/i.exec(head)?.[1] ?? 0);
    };
    const piece = fc.constantFrom(
      ...['GET', ' ', '/', ' HTTP/1.1', '\r\n', '\n', '\r', 'x: y', '\xa0', '7', '\t'],
      ...['Content-Length:', 'content-length: 12', 'Transfer-encoding:', 'CONTENT-LENGTH:'],
      ...['POST /a HTTP/1.1\r\n', '\r\nContent-Length: 3\r\n', '1234567890123'],
    );
    const heads = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(heads, fc.constantFrom('', 'GET / HTTP/1.1\r\n'), (head, line) => {
        const text = `${line}${head.replaceAll('\r\n\r\n', '\r\n')}\r\n\r\n`.replace(
          /(\r\n){3,}$/,
          '\r\n\r\n',
        );
        const bytes = Buffer.from(text, 'latin1');
        expect(bodyLengthOf(bytes, 0, bytes.length)).toBe(byExpressions(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('survives any octets', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 10 }), (chunks) => {
        const counts = countAll(chunks.map((chunk) => Buffer.from(chunk)));
        expect(counts.every((count) => count >= -1)).toBe(true);
      }),
    );
  });
});
