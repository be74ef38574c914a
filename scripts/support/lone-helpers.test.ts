import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loneHelpers } from './lone-helpers.ts';
import { sourceFolders } from './source-folders.ts';

describe('a short helper that one module uses', () => {
  it('is found, unless it is tested by itself or part of a list', () => {
    const root = mkdtempSync(join(tmpdir(), 'helpers-'));
    const files = {
      'a/alone.ts': 'export const alone = 1;\n',
      'a/tested.ts': 'export const tested = 1;\n',
      'a/tested.test.ts': `import { tested } from './tested.ts';\n`,
      'a/shared.ts': 'export const shared = 1;\n',
      'a/listed.ts': 'export const listed = 1;\n',
      'a/long.ts': `export const long = 1;\n${'\n'.repeat(20)}`,
      'a/registry.ts': `import { listed } from './listed.ts';\nimport { shared } from './shared.ts';\n`,
      'a/main.ts': ['alone', 'tested', 'shared', 'long']
        .map((name) => `import { ${name} } from './${name}.ts';\n`)
        .join(''),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(loneHelpers(root, Object.keys(files))).toEqual([
      { file: 'a/alone.ts', home: 'a/main.ts' },
    ]);
    rmSync(root, { recursive: true });
  });

  it('does not exist here', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const files = globSync(`{${sourceFolders.join(',')},tests}/**/*.{ts,tsx}`, { cwd: root });
    const found = loneHelpers(root, files).filter(({ file }) => !file.startsWith('tests/'));
    expect(found).toEqual([]);
  });
});
