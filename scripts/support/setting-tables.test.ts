import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '../../contracts/experiment/settings.ts';
import { withSettingTables } from './setting-tables.ts';

const page = readFileSync(new URL('../../docs/experiment-file.md', import.meta.url), 'utf8');

it('are up to date; run `node scripts/generate-schema.ts` if not', () => {
  expect(withSettingTables(page)).toBe(page);
});

it('leave no setting out, except those in their parent’s row', () => {
  const own = settings.filter(({ path }) => !/^(study|pinning|connections)\./.test(path));
  const missing = own.filter(
    ({ path }) => !new RegExp(`\\b${path.split('.').at(-1)}\``).test(page),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it('lead to headings of the page', () => {
  const anchors = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  const lost = settings.filter(({ see }) => see !== undefined && !anchors.includes(see));
  expect(lost.map(({ path }) => path)).toEqual([]);
});

it('are found by name', () => {
  expect(() => withSettingTables('no tables')).toThrow('settings: keys');
});
