import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replacePrivately, writeDraft } from '../private-file.ts';
import { type Bundle, formatBundle, parseBundle } from './bundle.ts';

/**
 * Bundles are files `NAME.1.pem`, `NAME.2.pem`, …; the highest number is the current one. A file
 * never changes, and appears under its name complete or not at all. Processes that start
 * together therefore agree: the first to place a number wins, and the others read its file.
 */

interface Kind {
  readonly folder: string;
  readonly name: string;
  /** Whether the current bundle is still usable. */
  readonly usable: (bundle: Bundle) => boolean;
  readonly make: () => Promise<Bundle>;
}

const fileOf = (kind: Kind, generation: number) =>
  join(kind.folder, `${kind.name}.${generation}.pem`);

/** @returns the highest generation that exists, or 0. */
async function latestGeneration(kind: Kind): Promise<number> {
  const numbers = (await readdir(kind.folder))
    .filter((file) => file.startsWith(`${kind.name}.`) && file.endsWith('.pem'))
    .map((file) => Number(file.slice(kind.name.length + 1, -'.pem'.length)))
    .filter((number) => Number.isSafeInteger(number));
  return Math.max(0, ...numbers);
}

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Gives the draft its name unless it is taken. @returns whether it was free. */
async function place(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false;
    // File systems without hard links: the race between check and rename is accepted.
    if (!hasCode(error, ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'])) throw error;
    if (await exists(path)) return false;
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** @returns the current bundle of its kind, recreated when it is missing or no longer usable. */
export async function currentBundle(kind: Kind): Promise<Bundle> {
  let made: Bundle | undefined;
  for (;;) {
    const generation = await latestGeneration(kind);
    if (generation > 0) {
      const bundle = parseBundle(await readFile(fileOf(kind, generation), 'utf8'));
      if (bundle && kind.usable(bundle)) return bundle;
    }
    made ??= await kind.make();
    const path = fileOf(kind, generation + 1);
    if (await place(await writeDraft(path, formatBundle(made)), path)) return made;
  }
}

/** Writes a world-readable file atomically, unless it already has this text. */
export async function publish(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present === text) return;
  await replacePrivately(path, text);
}
