import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { loneHelpers } from './lone-helpers.ts';
import { sourceFolders } from './source-folders.ts';

it('finds a short helper that one module uses, unless it has a test or is part of a list', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'a'));
  const importing = (...names: string[]) =>
    names.map((name) => `import { ${name} } from './${name}.ts';\n`).join('');
  const files = {
    ...{ 'a/alone.ts': 'export const alone = 1;\n', 'a/tested.ts': 'export const tested = 1;\n' },
    ...{ 'a/shared.ts': 'export const shared = 1;\n', 'a/listed.ts': 'export const listed = 1;\n' },
    'a/tested.test.ts': importing('tested'),
    'a/long.ts': `export const long = 1;\n${'\n'.repeat(20)}`,
    'a/registry.ts': importing('listed', 'shared'),
    'a/main.ts': importing('alone', 'tested', 'shared', 'long'),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const found = loneHelpers(root, Object.keys(files));
  expect(found).toEqual([{ file: 'a/alone.ts', home: 'a/main.ts' }]);
});

it('finds none here', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync(`{${sourceFolders.join(',')},tests}/**/*.{ts,tsx}`, { cwd: root });
  const found = loneHelpers(root, files).filter(({ file }) => !file.startsWith('tests/'));
  expect(found).toEqual([]);
});
