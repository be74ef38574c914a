/** Regenerates the tables of sizes in docs/workloads.md; run it after a change to a workload's messages or data. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withSizes } from './support/workload-sizes.ts';

const file = new URL('../docs/workloads.md', import.meta.url);
writeFileSync(file, await withSizes(readFileSync(file, 'utf8')));
