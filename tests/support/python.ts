import { spawnSync } from 'node:child_process';

/** Why there is no Python to read files as another program does, or null when there is one. */
export const missingPython: string | null =
  spawnSync('python3', ['--version']).status === 0 ? null : 'there is no python3';
