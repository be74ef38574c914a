import { settingsIn } from '../../contracts/experiment/settings.ts';

/**
 * Where `key` belongs among its siblings, so that a key that the form adds lands where a person would
 * look for it: in the order of the documentation. Unknown keys come last.
 * @param model of the load, whose keys depend on it.
 */
export function keyRank(parent: string, key: string, model: unknown): number {
  const keys = settingsIn(parent, model).map(({ path }) => path.slice(path.lastIndexOf('.') + 1));
  const index = keys.indexOf(key);
  return index < 0 ? keys.length : index;
}
