import { spawnSync } from 'node:child_process';
import { sourceFolders } from './support/source-folders.ts';

/** Thresholds of similarity: code by its shape, regardless of names; style sheets, whose rules are short, sooner. */
const checks = [
  ['--format', 'typescript,tsx,javascript', '--min-tokens', '100', '--min-lines', '8'],
  ['--format', 'css', '--min-tokens', '60', '--min-lines', '6'],
];
const shared = ['--mode', 'weak', '--exit-code', '1', '--ignore', '**/*.test.ts,**/*.test.tsx'];

/** Fails when two places are duplicates. */
for (const check of checks) {
  const { status } = spawnSync('jscpd', [...check, ...shared, ...sourceFolders], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
