import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';

const packageSchema = z.object({ name: z.literal('wirebench'), version: z.string() });

interface PackageFacts {
  readonly root: string;
  readonly version: string;
}

function readPackage(folder: string): PackageFacts | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = packageSchema.safeParse(JSON.parse(text));
  return parsed.success ? { root: folder, version: parsed.data.version } : undefined;
}

/** Walks up, because sources and the built tree are at different depths in the package. */
function findPackage(): PackageFacts {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const facts = readPackage(folder);
    if (facts) return facts;
    const parent = dirname(folder);
    if (parent === folder) {
      throw new WirebenchError('INTERNAL', 'The package.json of Wirebench is missing.');
    }
    folder = parent;
  }
}

let known: PackageFacts | undefined;
function packageFacts(): PackageFacts {
  known ??= findPackage();
  return known;
}

/** The version of this Wirebench, from its package.json. */
export function version(): string {
  return packageFacts().version;
}

/** The folder of this Wirebench's package.json; it contains `dist`, `proto`, `wsdl` and `fixtures`. */
export function packageRoot(): string {
  return packageFacts().root;
}
