import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withRoomTables } from './room-tables.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/architecture.md', root), 'utf8');

it('are up to date; run `node scripts/generate-rooms.ts` if not', () => {
  expect(withRoomTables(page)).toBe(page);
});

it.each(['engine', 'workers', 'services', 'renderer', 'stacks'])(
  'stand below a picture with every folder of %s',
  (room) => {
    const [, picture = ''] = /^## Rooms$[\s\S]*?^```$([\s\S]*?)^```$/m.exec(page) ?? [];
    const folders = readdirSync(new URL(room, root), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of folders) expect(picture).toMatch(new RegExp(`\\b${name}/`));
  },
);
