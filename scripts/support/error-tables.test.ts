import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorKinds, targetFaultNames, targetFaults } from '../../contracts/error-kinds.ts';
import { withErrorTables } from './error-tables.ts';

const pageOf = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

it('are up to date; run `node scripts/generate-error-tables.ts` if not', () => {
  const page = pageOf('measuring.md');
  expect(withErrorTables(page)).toBe(page);
});

it('show a fault of every kind that does not depend on the memory of the machine', () => {
  const kinds = [...targetFaultNames.map((name) => targetFaults[name].kind), 'memory'];
  expect(new Set(kinds)).toEqual(new Set(errorKinds));
});

it('have the kinds that the list of error codes names', () => {
  const named = errorKinds.map((kind) => `\`${kind}\``).join(', ');
  expect(pageOf('errors.md')).toContain(named);
});
