/**
 * Regenerates docs/experiment.schema.json and the tables of docs/experiment-file.md; run it after a change to
 * the experiment file's format.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { experimentJsonSchema } from '../engine/experiment/json-schema.ts';
import { withSettingTables } from './support/setting-tables.ts';

const schema = new URL('../docs/experiment.schema.json', import.meta.url);
writeFileSync(schema, `${JSON.stringify(experimentJsonSchema(), null, 2)}\n`);
const page = new URL('../docs/experiment-file.md', import.meta.url);
writeFileSync(page, withSettingTables(readFileSync(page, 'utf8')));
