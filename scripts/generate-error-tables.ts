/** Regenerates the tables of docs/measuring.md about failed requests; run it after a change to these facts in contracts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withErrorTables } from './support/error-tables.ts';

const page = new URL('../docs/measuring.md', import.meta.url);
writeFileSync(page, withErrorTables(readFileSync(page, 'utf8')));
