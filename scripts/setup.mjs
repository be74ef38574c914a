import { pathToFileURL } from 'node:url';
import { ensureBuilds } from './support/builds.mjs';
import { ensurePackages } from './support/packages.mjs';

/**
 * Prepares a fresh clone: packages, the right Node, everything in dist/. Does only what is missing or
 * stale, and runs on any Node that can run npm.
 * @returns the path of the Node executable that runs Wirebench.
 */
export async function setUp() {
  const node = await ensurePackages();
  await ensureBuilds(node);
  return node;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
