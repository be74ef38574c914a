import { protocolFactors } from '../../contracts/experiment/factors.ts';
import { type LoadModel, loadKeys, loadModels } from '../../contracts/experiment/load.ts';
import { formatPath, type Path, valueAt } from '../../contracts/experiment/path.ts';
import { keysAt, settings } from '../../contracts/experiment/settings.ts';
import { protocols, workloadNameSchema } from '../../contracts/words.ts';
import { inSeries } from '../../metrics/format.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { nearestWord } from './wording.ts';

/** The allowed keys of each mapping of the experiment file, except load; the file itself is `''`. */
const keysOf = new Map<string, string[]>();
for (const { path } of settings) {
  const steps = path.split('.').filter((step) => step !== 'items');
  const section = steps.slice(0, -1).join('.');
  const key = steps.at(-1) ?? '';
  const keys = keysOf.get(section) ?? [];
  if (section !== 'load' && !keys.includes(key)) keysOf.set(section, [...keys, key]);
}
// A level of these can be a mapping from protocols to settings.
for (const name of protocolFactors) {
  keysOf.set(`factors.${name}`, [...protocols, ...(keysOf.get(name) ?? [])]);
}
/** Other mappings are too small for a hint to another part of the file to be plausible. */
const large = ['', 'factors', 'target'];

/** Hint for an unknown key. */
export type KeyHint =
  /** A sibling key was probably meant. */
  | { readonly kind: 'similar'; readonly key: string }
  /** A key elsewhere in the file was probably meant. */
  | { readonly kind: 'elsewhere'; readonly path: string }
  /** It is a key of other load models, listed in `models`. */
  | {
      readonly kind: 'other-model';
      readonly key: string;
      readonly models: string;
      readonly model: LoadModel;
    }
  /** The list of all allowed keys. */
  | { readonly kind: 'keys'; readonly keys: string };

/**
 * @param path the unknown key's own path.
 * @param root the data of the file, which contains the model of its load.
 */
export function hintForKey(path: Path, root: unknown): KeyHint | undefined {
  const key = String(path.at(-1));
  // Without list indexes: all items of a list have the same keys.
  const section = formatPath(path.slice(0, -1).filter((step) => typeof step === 'string'));
  if (path[0] === 'data') return hintForData(path, root);
  if (section === 'load') return hintForLoad(key, valueAt(root, ['load', 'model']));
  const keys = keysOf.get(section) ?? keysAt(path.slice(0, -1));
  const similar = nearestWord(key, keys);
  if (similar) return { kind: 'similar', key: similar };
  if (!large.includes(section)) {
    return keys.length > 0 ? { kind: 'keys', keys: inSeries(keys) } : undefined;
  }
  return elsewhere(key, section) ?? inSomeLoad(key);
}

/** The data settings of a workload are those with defaults, which is all of them. */
function hintForData(path: Path, root: unknown): KeyHint | undefined {
  const workload = workloadNameSchema.safeParse(valueAt(root, ['workload']) ?? 'product').data;
  const defaults = workload && workloadOf(workload).data.safeParse({}).data;
  const similar = valueAt(defaults, path.slice(1, -1));
  const keys = typeof similar === 'object' && similar !== null ? Object.keys(similar) : [];
  const near = nearestWord(String(path.at(-1)), keys);
  if (near) return { kind: 'similar', key: near };
  return keys.length > 0 ? { kind: 'keys', keys: keys.join(', ') } : undefined;
}

/** Exact keys of other models take precedence: `rampUp` is not a misspelling of `to`. */
function hintForLoad(key: string, name: unknown): KeyHint | undefined {
  const model = loadModels.find((one) => one === name);
  if (!model) return isMisspeltModel(key) ? { kind: 'similar', key: 'model' } : undefined;
  const others = loadModels.filter((one) => one !== model);
  const belonging = (word: string | undefined): KeyHint | undefined => {
    const having = others.filter((one) => word !== undefined && loadKeys(one).includes(word));
    if (!word || having.length === 0) return undefined;
    return { kind: 'other-model', key: word, models: inSeries(having), model };
  };
  const similar = nearestWord(key, loadKeys(model));
  return (
    belonging(key) ??
    (similar === undefined ? undefined : { kind: 'similar', key: similar }) ??
    elsewhere(key, 'load') ??
    belonging(nearestWord(key, others.flatMap(loadKeys), 1))
  );
}

/** Whether a key of the load was probably meant to be `model`, without which the others cannot be checked. */
export function isMisspeltModel(key: string): boolean {
  return nearestWord(key, ['model']) !== undefined && !loadModels.flatMap(loadKeys).includes(key);
}

function elsewhere(key: string, section: string): KeyHint | undefined {
  for (const [other, keys] of keysOf) {
    const found = other === section ? undefined : nearestWord(key, keys, 1);
    if (found && !other.includes('.')) {
      return { kind: 'elsewhere', path: other === '' ? found : `${other}.${found}` };
    }
  }
  return undefined;
}

function inSomeLoad(key: string): KeyHint | undefined {
  const found = nearestWord(key, loadModels.flatMap(loadKeys), 1);
  return found === undefined ? undefined : { kind: 'elsewhere', path: `load.${found}` };
}
