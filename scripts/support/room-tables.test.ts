import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withRoomTables } from './room-tables.ts';

it('are up to date; run `node scripts/generate-rooms.ts` if not', () => {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  expect(withRoomTables(page)).toBe(page);
});
