import { closeSync, readSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maxRunFileBytes } from '../../../contracts/run-file.ts';
import { Uploads } from './uploads.ts';

const code = (expected: string, message = /./) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

describe('an upload', () => {
  const collected = (descriptor: number) => {
    const content = Buffer.alloc(8);
    const length = readSync(descriptor, content, 0, content.length, 0);
    closeSync(descriptor);
    return [...content.subarray(0, length)];
  };
  const part = (length: number) => new Uint8Array(length).fill(7);

  it('is the parts in order', () => {
    const uploads = new Uploads();
    const id = uploads.begin(5);
    uploads.add(id, Uint8Array.of(1, 2, 3));
    uploads.add(id, Uint8Array.of(4, 5));
    expect(collected(uploads.finish(id))).toEqual([1, 2, 3, 4, 5]);
    expect(() => uploads.finish(id)).toThrow(code('RUN_FILE_UPLOAD'));
  });

  it('is refused when it is too large, too long, too short or unknown', () => {
    const uploads = new Uploads();
    expect(() => uploads.begin(maxRunFileBytes + 1)).toThrow(code('RUN_FILE_TOO_LARGE'));
    const long = uploads.begin(2);
    expect(() => uploads.add(long, part(3))).toThrow(code('RUN_FILE_UPLOAD'));
    expect(() => uploads.add(long, part(1))).toThrow(code('RUN_FILE_UPLOAD'));
    const short = uploads.begin(2);
    uploads.add(short, part(1));
    expect(() => uploads.finish(short)).toThrow(code('RUN_FILE_UPLOAD', /1 of 2 bytes/));
  });

  it('is dropped when too many are begun', () => {
    const uploads = new Uploads();
    const ids = [1, 2, 3, 4, 5].map(() => uploads.begin(0));
    expect(() => uploads.finish(ids[0] ?? '')).toThrow(code('RUN_FILE_UPLOAD'));
    expect(collected(uploads.finish(ids[4] ?? ''))).toEqual([]);
  });
});
