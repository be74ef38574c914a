import { formatPath, isInAny, type Path, valueAt } from '../../contracts/experiment/path.ts';
import type { FileFault } from './findings.ts';
import type { StandIns } from './stand-ins.ts';

/** Data with stand-ins, and the changes made to it. */
export interface Repair {
  readonly value: unknown;
  /** Paths, as text. */
  readonly replaced: ReadonlySet<string>;
  /** Misspelt keys that were renamed to the likely one. */
  readonly renamed: readonly { readonly from: Path; readonly to: Path }[];
}

type Container = Record<string | number, unknown>;

/** @returns `before` with everything that `findings` names replaced, renamed or removed. */
export function repair(before: Repair, findings: readonly FileFault[], stand: StandIns): Repair {
  const value = structuredClone(before.value);
  const replaced = new Set(before.replaced);
  const renamed = [...before.renamed];
  for (const finding of findings) {
    const from = finding.path;
    const to = [...from.slice(0, -1), finding.rename ?? ''];
    if (finding.rename && valueAt(value, to) === undefined) {
      put(value, to, valueAt(value, from));
      renamed.push({ from, to });
      remove(value, from);
      continue;
    }
    // If a stand-in is wrong too, its parent has to be replaced.
    const again = isInAny(from, before.replaced) && from.length > 1;
    const path = again ? from.slice(0, -1) : from;
    const place = formatPath(path);
    const doneBefore = before.replaced.has(place);
    if (again && !doneBefore && replaced.has(place)) continue;
    const own = again ? withoutReplaced(value, path, before.replaced) : undefined;
    const instead = own ?? standInFor(path, stand);
    if (finding.kind !== 'unwanted-key' && instead !== undefined) put(value, path, instead);
    else remove(value, path);
    replaced.add(place);
  }
  return { value, replaced, renamed };
}

/** Items of `thresholds` are under `thresholds[]`; a level is replaced alone or with its list. */
function standInFor(path: Path, stand: StandIns): unknown {
  const name = formatPath(path.filter((step) => typeof step === 'string'));
  return (typeof path.at(-1) === 'number' ? stand[`${name}[]`] : undefined) ?? stand[name];
}

/** The list at `path` with only the items of the file; undefined if none is left, or it is not a list. */
function withoutReplaced(value: unknown, path: Path, replaced: ReadonlySet<string>): unknown {
  const list = valueAt(value, path);
  if (!Array.isArray(list)) return undefined;
  const own = list.filter((_, index) => !isInAny([...path, index], replaced));
  return own.length > 0 ? own : undefined;
}

function containerOf(value: unknown, path: Path): Container | undefined {
  const container = path.length === 0 ? undefined : valueAt(value, path.slice(0, -1));
  return typeof container === 'object' && container !== null ? (container as Container) : undefined;
}

function put(value: unknown, path: Path, instead: unknown): void {
  const container = containerOf(value, path);
  const key = path.at(-1);
  if (container && key !== undefined) container[key] = instead;
}

function remove(value: unknown, path: Path): void {
  const container = containerOf(value, path);
  const key = path.at(-1);
  if (container && key !== undefined) delete container[key];
}
