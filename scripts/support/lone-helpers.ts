import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf } from './imports.ts';

/** Shorter modules that serve only one other belong in it. */
const fewestLines = 15;

/** Importers with one module per listed item, however short. */
const lists = /(?:^|\/)(?:registry|router|engine-api)\.ts$/;

/**
 * Helpers that only one other module imports, shorter than {@link fewestLines} lines and not tested by themselves.
 * @param files every module of the project, tests included, by path from the root.
 * @returns each with the module that it belongs in.
 */
export function loneHelpers(
  root: string,
  files: readonly string[],
): { readonly file: string; readonly home: string }[] {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const specifier of importsOf(text).filter((one) => one.startsWith('.'))) {
      const target = posix.join(posix.dirname(file), specifier);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return [...texts].flatMap(([file, text]) => {
    const [home, ...others] = importers.get(file) ?? [];
    const isShort = text.split('\n').length <= fewestLines && !file.endsWith('.tsx');
    if (!isShort || home === undefined || others.length > 0 || lists.test(home)) return [];
    return [{ file, home }];
  });
}
