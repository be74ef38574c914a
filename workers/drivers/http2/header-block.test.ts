import { describe, expect, it } from 'vitest';
import { http2Flags } from '../../../protocols/http2/frames.ts';
import { HeaderBlock } from './header-block.ts';

function collect() {
  const blocks: { stream: number; text: string; endStream: boolean }[] = [];
  const block = new HeaderBlock((stream, bytes, start, end, endStream) => {
    blocks.push({ stream, text: bytes.toString('latin1', start, end), endStream });
    return null;
  });
  const feed =
    (method: 'begin' | 'continue') => (stream: number, frameFlags: number, payload: string) => {
      // Octets around the payload that must not be read as part of it.
      const bytes = Buffer.from(`~~${payload}~~`, 'latin1');
      return block[method](stream, frameFlags, bytes, 2, bytes.length - 2);
    };
  return { blocks, block, begin: feed('begin'), more: feed('continue') };
}

const { endHeaders, endStream, padded, priority } = http2Flags;

describe('HeaderBlock', () => {
  it.each([
    ['plain', endHeaders, 'abc'],
    ['padded', endHeaders | padded, '\x02abc\0\0'],
    ['with a priority', endHeaders | priority, '\0\0\0\0\x10abc'],
    ['padded with a priority', endHeaders | padded | priority, '\x01\0\0\0\0\x10abc\0'],
  ])('accepts a HEADERS frame: %s', (_title, frameFlags, payload) => {
    const { blocks, begin } = collect();
    expect(begin(1, frameFlags, payload)).toBeNull();
    expect(begin(3, frameFlags | endStream, payload)).toBeNull();
    expect(blocks).toEqual([
      { stream: 1, text: 'abc', endStream: false },
      { stream: 3, text: 'abc', endStream: true },
    ]);
  });

  it('appends CONTINUATION frames', () => {
    const { blocks, block, begin, more } = collect();
    expect(begin(5, endStream, 'a')).toBeNull();
    expect(block.expectsContinuation).toBe(true);
    expect([more(5, 0, 'b'), more(5, 0, ''), more(5, endHeaders, 'c')]).toEqual([null, null, null]);
    expect(block.expectsContinuation).toBe(false);
    expect(blocks).toEqual([{ stream: 5, text: 'abc', endStream: true }]);
  });

  it.each([
    ['no octets', ''],
    ['padding of more than there is', '\x04abc'],
  ])('refuses a padded frame with %s', (_title, payload) => {
    const { blocks, begin } = collect();
    expect(begin(1, endHeaders | padded, payload)).toMatch(/padding/);
    expect(blocks).toEqual([]);
  });

  it('refuses a priority that is cut off', () => {
    expect(collect().begin(1, endHeaders | priority, 'abc')).not.toBeNull();
  });

  it('refuses CONTINUATION without HEADERS or on another stream', () => {
    const { begin, more } = collect();
    expect(more(1, endHeaders, 'a')).toMatch(/unexpected/);
    expect(more(0, endHeaders, 'a')).toMatch(/unexpected/);
    begin(1, 0, 'a');
    expect(more(3, endHeaders, 'b')).toMatch(/unexpected/);
  });

  it.each([16_384, 1, 0])('refuses a block that never ends, in frames of %d octets', (length) => {
    const { begin, more } = collect();
    begin(1, 0, 'a');
    const payload = 'x'.repeat(length);
    let problem: string | null = null;
    for (let count = 0; count < 100_000 && problem === null; count++) problem = more(1, 0, payload);
    expect(problem).toMatch(/does not end/);
  });
});
