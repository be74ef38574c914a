import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isPlainFileName } from '../contracts/shell.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { folderName, writeNewFolder } from './new-folder.ts';

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

const file = (name: string, content: string | Uint8Array<ArrayBuffer> = 'x') => ({
  name,
  mediaType: 'text/csv',
  content,
});

describe('saving a folder', () => {
  it('creates a new one with all files', async () => {
    const files = [file('a.csv', 'a,b\n'), file('b.svg', new Uint8Array([1, 2]))];
    const path = await writeNewFolder(parent, { suggestedName: 'KTH 2024, figures', files });
    expect(path).toBe(join(parent, 'KTH 2024- figures'));
    expect(readFileSync(join(path, 'a.csv'), 'utf8')).toBe('a,b\n');
    expect([...readFileSync(join(path, 'b.svg'))]).toEqual([1, 2]);
  });

  it('overwrites nothing', async () => {
    writeFileSync(join(parent, 'Report'), 'a file of that name');
    const request = { suggestedName: 'Report', files: [file('a.csv')] };
    expect(await writeNewFolder(parent, request)).toBe(join(parent, 'Report 2'));
    expect(await writeNewFolder(parent, request)).toBe(join(parent, 'Report 3'));
    expect(readFileSync(join(parent, 'Report'), 'utf8')).toBe('a file of that name');
  });

  it.each(['../a', '..', '/etc/passwd', 'a/b', 'a\\b', '.hidden', 'con', 'NUL.txt', 'a.', 'a\0b'])(
    'rejects a file named %j, and writes none',
    async (name) => {
      const request = { suggestedName: 'Report', files: [file('good.csv'), file(name)] };
      await expect(writeNewFolder(parent, request)).rejects.toMatchObject({
        code: 'EXPORT_FAILED',
      });
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  it('removes the folder if it cannot be filled', async () => {
    const request = { suggestedName: 'Report', files: [file('a.csv'), file('a.csv')] };
    await expect(writeNewFolder(parent, request)).rejects.toMatchObject({ code: 'EXPORT_FAILED' });
    expect(readdirSync(parent)).toEqual([]);
  });

  it('never leads out of the chosen folder, whatever its name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (wished) => {
        const name = folderName(wished);
        expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9_. -]*$/);
        expect(name).not.toMatch(/[. ]$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul)(\.|$)/i);
      }),
    );
    expect(folderName('../../etc')).toBe('-..-etc');
    expect(folderName('\u202E..')).toBe('-');
    expect(folderName('...')).toBe('Wirebench export');
  });

  it('accepts plain file names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        if (isPlainFileName(name)) expect(name).toMatch(/^[\w-][\w.-]*$/);
      }),
    );
    expect(isPlainFileName('figure-1.svg')).toBe(true);
    expect(isPlainFileName('console.csv')).toBe(true);
  });
});
