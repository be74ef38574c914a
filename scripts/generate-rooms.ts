/** Regenerates the tables of rooms in docs/architecture.md; run it after a change to scripts/rooms.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withRoomTables } from './support/room-tables.ts';

const page = new URL('../docs/architecture.md', import.meta.url);
writeFileSync(page, withRoomTables(readFileSync(page, 'utf8')));
