import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { targetFaultNames, targetFaults } from '../../contracts/error-kinds.ts';
import { protocolFacts, protocolNames } from '../../contracts/protocols.ts';
import { errorKinds } from '../../contracts/words.ts';
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

it('make exceptions for libraries that there are', () => {
  const known = protocolNames.map((name) => protocolFacts[name].library);
  const exceptions = targetFaultNames.flatMap((name) => targetFaults[name].exceptions);
  for (const { libraries } of exceptions)
    expect(known).toEqual(expect.arrayContaining([...libraries]));
});

it('have the kinds that the list of error codes names', () => {
  const named = errorKinds.map((kind) => `\`${kind}\``).join(', ');
  expect(pageOf('errors.md')).toContain(named);
});
