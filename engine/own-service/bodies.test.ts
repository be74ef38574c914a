import { expect, it } from 'vitest';
import { multipartBody } from './bodies.ts';

it('stops reading the files of a form when they are too long together', async () => {
  const read: string[] = [];
  const files = {
    read: async (path: string) => {
      read.push(path);
      return Buffer.alloc(40 * 1024 * 1024);
    },
  };
  const parts = ['a', 'b', 'c', 'd'].map((name) => ({ name, file: name }));
  await expect(multipartBody(parts, files)).rejects.toThrow('more than 67108864 bytes');
  expect(read).toEqual(['a', 'b']);
});
