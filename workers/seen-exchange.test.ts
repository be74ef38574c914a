import { describe, expect, it } from 'vitest';
import { SeenExchange } from './seen-exchange.ts';

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines].join('\r\n');

describe('SeenExchange', () => {
  it('knows nothing before the first head', () => {
    expect(new SeenExchange().result(true)).toEqual({
      http: [],
      codings: [],
      tls: [],
      cached: null,
    });
  });

  it('keeps distinct versions, codings and ciphers', () => {
    const seen = new SeenExchange();
    for (const text of [
      head('Content-Encoding: gzip'),
      head('Content-Encoding: identity'),
      head(),
    ]) {
      if (seen.wantsHead()) seen.headText(text);
    }
    seen.head('2', [['grpc-encoding', 'identity']]);
    seen.secured('TLSv1.3', 'TLS_AES_256_GCM_SHA384');
    seen.secured('TLSv1.3', 'TLS_AES_256_GCM_SHA384');
    expect(seen.result(true)).toEqual({
      http: ['1.1', '2'],
      codings: ['gzip', 'none'],
      tls: ['TLSv1.3 TLS_AES_256_GCM_SHA384'],
      cached: [],
    });
    expect(seen.result(false).tls).toEqual(['none']);
  });

  it.each([
    ['Age: 12', 'age: 12'],
    ['X-Cache: HIT from proxy', 'x-cache: HIT from proxy'],
    ['Cache-Status: proxy; hit; ttl=10', 'cache-status: proxy; hit; ttl=10'],
    ['CF-Cache-Status: HIT', 'cf-cache-status: HIT'],
    ['Age: 0', null],
    ['X-Cache: MISS', null],
    ['Cache-Status: proxy; fwd=miss', null],
  ])('reads from %s whether a cache answered', (line, expected) => {
    const seen = new SeenExchange();
    if (seen.wantsHead()) seen.headText(head(line));
    expect(seen.result(false).cached).toEqual(expected === null ? [] : [expected]);
  });

  it('looks at the first heads, and at one in 64 of the others', () => {
    const seen = new SeenExchange();
    const wanted = Array.from({ length: 6464 }, () => seen.wantsHead());
    expect(wanted.filter(Boolean)).toHaveLength(64 + 100);
  });
});
