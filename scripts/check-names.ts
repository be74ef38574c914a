import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourceFiles } from './check-rooms.ts';
import { rooms } from './rooms.ts';

const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/**
 * Names that more than one file exports: two meanings for one word, or one thing written twice.
 * @param sources text of each module by its path.
 * @returns the files of each such name, by name.
 */
export function sharedNames(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    for (const [, name] of text.matchAll(exported)) {
      if (name !== undefined) files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  }
  return new Map(
    [...files]
      .filter(([, paths]) => paths.size > 1)
      .map(([name, paths]) => [name, [...paths].sort()]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const folders = [...new Set(rooms.map(({ path }) => path.split('/')[0] ?? path))];
  const files = folders.flatMap((folder) => sourceFiles(root, folder));
  const shared = sharedNames(
    new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );
  for (const [name, paths] of shared) process.stdout.write(`${name}: ${paths.join(', ')}\n`);
  process.exitCode = shared.size > 0 ? 1 : 0;
}
