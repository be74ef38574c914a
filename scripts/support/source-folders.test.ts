import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sourceFolders } from './source-folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const included = (name: string): string[] =>
  JSON.parse(readFileSync(`${root}${name}`, 'utf8')).include;

describe('the folders of sources', () => {
  it('are all that contain code, except tests and fixtures', () => {
    const kinds = ['*.ts', '*.tsx', '*.mjs'];
    const files = execFileSync('git', ['ls-files', ...kinds], { cwd: root, encoding: 'utf8' });
    const folders = files.split('\n').flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []);
    const others = folders.filter((name) => !['tests', 'fixtures'].includes(name));
    expect([...new Set(others)].sort()).toEqual([...sourceFolders].sort());
  });

  it('have their types checked, except the plain JavaScript of bin', () => {
    const checked = [...included('tsconfig.json'), ...included('tsconfig.renderer.json')];
    expect(sourceFolders.filter((name) => !checked.includes(name))).toEqual(['bin']);
  });
});
