/** Writes docs/experiment.schema.json anew; run it after a change to the experiment file's format. */
import { writeFileSync } from 'node:fs';
import { experimentJsonSchema } from '../engine/experiment/json-schema.ts';

const file = new URL('../docs/experiment.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(experimentJsonSchema(), null, 2)}\n`);
