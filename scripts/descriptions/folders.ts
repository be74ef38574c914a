import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Description, DescriptionKind } from './kinds.ts';

/** Larger files are not handwritten descriptions. */
const maxBytes = 64 * 1024 * 1024;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : filesBelow(path);
      }
      return entry.isFile() ? [path] : [];
    });
}

/** A limited number of a list, evenly spaced. */
export function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(most, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((one) => one !== undefined);
}

/**
 * The descriptions in a folder: each folder in it is a separate tree, and so are the files directly in it.
 * @param most maximum number of descriptions of one kind from a tree.
 */
export function descriptionsIn(
  given: string,
  {
    kinds,
    imports,
    most,
  }: { kinds: readonly DescriptionKind[]; imports: readonly string[]; most: number },
): { kind: DescriptionKind; description: Description }[] {
  const folder = resolve(given);
  const trees = new Map<string, Map<DescriptionKind, Description[]>>();
  for (const file of filesBelow(folder)) {
    if (!/\.(proto|wsdl|graphqls?|gql|json|ya?ml)$/i.test(file) || statSync(file).size > maxBytes) {
      continue;
    }
    const text = readFileSync(file, 'utf8');
    const kind = kinds.find((one) => one.isOne(file, text));
    if (!kind) continue;
    const [first = ''] = relative(folder, file).split(sep);
    const tree = dirname(file) === folder ? folder : join(folder, first);
    const byKind = trees.get(tree) ?? new Map<DescriptionKind, Description[]>();
    trees.set(tree, byKind.set(kind, [...(byKind.get(kind) ?? []), { file, text, tree, imports }]));
  }
  return [...trees.values()].flatMap((byKind) =>
    [...byKind].flatMap(([kind, all]) =>
      spread(all, most).map((description) => ({ kind, description })),
    ),
  );
}
