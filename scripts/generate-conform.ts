/** Regenerates the tables of docs/conform.md; run it after a change to the checks of services. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withConformTables } from './support/conform-tables.ts';

const page = new URL('../docs/conform.md', import.meta.url);
writeFileSync(page, withConformTables(readFileSync(page, 'utf8')));
