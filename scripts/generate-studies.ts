/** Regenerates contracts/studies.ts; run it after a change to a study's tables. */
import { writeFileSync } from 'node:fs';
import { studiesText } from './support/studies-text.ts';

writeFileSync(new URL('../contracts/studies.ts', import.meta.url), studiesText());
