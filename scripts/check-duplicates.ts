import { spawnSync } from 'node:child_process';
import { sourceFolders } from './support/source-folders.ts';

/** Fails when stretches of two files are alike, names apart. */
const options = [
  ...['--min-tokens', '100', '--min-lines', '8', '--mode', 'weak', '--exit-code', '1'],
  ...['--format', 'typescript,tsx,javascript', '--ignore', '**/*.test.ts,**/*.test.tsx'],
];
const { status } = spawnSync('jscpd', [...options, ...sourceFolders], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
