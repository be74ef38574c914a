import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../scripts/check-rooms.ts';

/** Of the language since Chromium 110; the oldest browser served is 108 (`vite.config.ts`). */
const younger =
  /\.(?:toSorted|toReversed|toSpliced|toWellFormed|isWellFormed)\(|\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\b/;
const root = join(import.meta.dirname, '..');

/** Rooms whose modules a window loads. */
it.each(['renderer', 'metrics', 'contracts'])(
  '%s uses nothing that is younger than the oldest browser served',
  (room) => {
    const files = sourceFiles(root, room).filter((file) => !/\.test\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(10);
    const code = (file: string) =>
      readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(files.filter((file) => younger.test(code(file)))).toEqual([]);
  },
);
