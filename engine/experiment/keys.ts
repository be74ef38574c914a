import {
  closedLoadSchema,
  experimentSchema,
  factorsSchema,
} from '../../contracts/experiment/experiment.ts';
import { protocols } from '../../contracts/words.ts';
import { formatPath, type Path } from './path.ts';
import { nearestWord } from './wording.ts';

/** The keys that each mapping of the experiment file may have; the file itself is `''`. */
const keysOf: Record<string, readonly string[]> = {
  '': Object.keys(experimentSchema.shape),
  factors: Object.keys(factorsSchema.shape),
  load: Object.keys(closedLoadSchema.shape),
  target: protocols,
  connections: ['shared'],
};

/** The key that an unknown one was probably meant to be: beside it, or elsewhere in the file. */
export type KeyHint =
  | { readonly kind: 'beside'; readonly key: string }
  | { readonly kind: 'elsewhere'; readonly path: string };

/** @param path the unknown key's own path. */
export function hintForKey(path: Path): KeyHint | undefined {
  const key = String(path.at(-1));
  const section = formatPath(path.slice(0, -1));
  const beside = nearestWord(key, keysOf[section] ?? []);
  if (beside) return { kind: 'beside', key: beside };
  for (const [other, keys] of Object.entries(keysOf)) {
    const found = other === section ? undefined : nearestWord(key, keys, 1);
    if (found) return { kind: 'elsewhere', path: other === '' ? found : `${other}.${found}` };
  }
  return undefined;
}
