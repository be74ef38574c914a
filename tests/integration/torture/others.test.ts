import { takeFirstLook } from '../../torture/first-look.ts';
import { kinds } from '../../torture/kinds.ts';

/** Those that wait for most of their time have files of their own, which go on beside this one. */
const elsewhere = ['kills', 'machines'];

for (const kind of kinds) {
  if (!kind.onlyAtNight && !elsewhere.includes(kind.name)) takeFirstLook(kind);
}
