import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder, findNode, root } from './support/project.mjs';

/**
 * Builds the services of every stack whose toolchain is installed, installs the available third-party clients, and
 * tests the services: `npm run test:stacks`. `npm run test:all` tests those that are already built.
 */
process.env.WIREBENCH_STACKS ??= join(cacheFolder, 'stacks');
const steps = [
  [join(root, 'bin', 'wirebench.mjs'), 'stacks', 'build'],
  [join(root, 'scripts', 'install-clients.ts')],
  [join(root, 'scripts', 'test.mjs'), 'stacks', ...process.argv.slice(2)],
];
for (const step of steps) {
  const { status } = spawnSync(findNode() ?? process.execPath, step, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
