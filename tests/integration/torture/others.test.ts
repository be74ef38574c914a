import { readdirSync } from 'node:fs';
import { takeFirstLook } from '../../torture/first-look.ts';
import { kinds } from '../../torture/kinds.ts';

/** Those that take long have files of their own, which go on beside this one. */
const elsewhere = readdirSync(new URL('.', import.meta.url));

for (const kind of kinds) {
  if (!kind.onlyAtNight && !elsewhere.includes(`${kind.name}.test.ts`)) takeFirstLook(kind);
}
