import { readdirSync } from 'node:fs';
import { takeFirstLook } from '../../torture/first-look.ts';
import { kinds } from '../../torture/kinds.ts';

/** Slow kinds have separate files, which run concurrently with this one. */
const elsewhere = readdirSync(new URL('.', import.meta.url));

for (const kind of kinds) {
  if (!kind.onlyAtNight && !elsewhere.includes(`${kind.name}.test.ts`)) takeFirstLook(kind);
}
