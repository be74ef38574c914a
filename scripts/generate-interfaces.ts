/** Regenerates the interface files of every workload; run it after a change to a workload's description. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { interfaceTexts } from './support/interface-texts.ts';

for (const [path, text] of Object.entries(interfaceTexts())) {
  const file = new URL(`../${path}`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
