import { expect, it } from 'vitest';
import { faultsOf } from './check-texts.ts';

const long = 'const a = 1;\n'.repeat(500);

it.each([
  ['a folder of one machine', 'docs/a.md', `See ${'/wor'}k/thing for it`],
  ['an unfinished part', 'engine/a.ts', `// ${'TO'}${'DO'}: later`],
  ['a long file that does not say why', 'engine/a.ts', long],
  ['a comment that gives no reason', 'engine/a.ts', `/** What an engine is. */\n${long}`],
  [
    'a reason not at the top',
    'engine/a.ts',
    `/** A. */\n${long}/* One file, because it is one. */`,
  ],
  ['a long style sheet that does not say why', 'renderer/a.css', '.a {}\n'.repeat(500)],
  ['a foreign turn of phrase', 'README.md', 'Each is measured in its turn'],
])('finds %s', (_what, path, text) => {
  expect(faultsOf(path, text)).toHaveLength(1);
});

it.each([
  ['relative paths', 'docs/a.md', 'See ../work/thing and https://example.org/work/thing'],
  [
    'a long file that says why',
    'engine/a.ts',
    `/**\n * In one file,\n * since it is one.\n */\n${long}`,
  ],
  ['a phrase kept as it was', 'fixtures/v0.1.0/a.md', 'Each is measured in its turn'],
  ['a long document', 'docs/a.md', 'line\n'.repeat(500)],
])('accepts %s', (_what, path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

it('refuses pages that name a file that does not exist', () => {
  const page =
    'See `engine/run/verdict.ts`, `tests/e2e/security*.test.ts` and `tests/gone.test.ts`.';
  const exists = (path: string) => path === 'engine/run/verdict.ts';
  const fault = 'docs/page.md:1: names tests/gone.test.ts, which does not exist';
  expect(faultsOf('docs/page.md', page, exists)).toEqual([fault]);
  expect(faultsOf('CHANGELOG.md', page, exists)).toEqual([]);
});
