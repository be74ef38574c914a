import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { conformWorkloads } from '../../contracts/conform.ts';
import { protocols } from '../../contracts/words.ts';
import { conformChecks } from '../../workers/conform/suite.ts';
import { withConformTables } from './conform-tables.ts';

it('are up to date; run `node scripts/generate-conform.ts` if not', () => {
  const page = readFileSync(new URL('../../docs/conform.md', import.meta.url), 'utf8');
  expect(withConformTables(page)).toBe(page);
});

it('has no two checks of the same name in a protocol, and none without a description', () => {
  for (const workload of conformWorkloads) {
    for (const protocol of protocols) {
      const checks = conformChecks(workload, protocol);
      const names = checks.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      for (const one of checks) {
        for (const words of [one.holds, one.sent, one.expected]) expect(words).toMatch(/\w/);
      }
    }
  }
});
