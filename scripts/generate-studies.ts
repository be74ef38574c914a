/** Writes contracts/studies.ts anew; run it after a change to what a study's tables are. */
import { writeFileSync } from 'node:fs';
import { studiesText } from './support/studies-text.ts';

writeFileSync(new URL('../contracts/studies.ts', import.meta.url), studiesText());
