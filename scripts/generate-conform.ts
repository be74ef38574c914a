/** Writes the tables of docs/conform.md anew; run it after a change to what services are held to. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withConformTables } from './support/conform-tables.ts';

const page = new URL('../docs/conform.md', import.meta.url);
writeFileSync(page, withConformTables(readFileSync(page, 'utf8')));
