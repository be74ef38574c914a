import { readdirSync } from 'node:fs';
import { takeFirstLook } from '../../torture/first-look.ts';
import { kinds } from '../../torture/kinds.ts';

/** Those that take long have files of their own, which go on beside this one. */
const elsewhere = new Set(
  readdirSync(new URL('.', import.meta.url)).map((name) => name.split(/[-.]/)[0]),
);

for (const kind of kinds) {
  if (!kind.onlyAtNight && !elsewhere.has(kind.name)) takeFirstLook(kind);
}
