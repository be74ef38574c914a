import { spawnSync } from 'node:child_process';

/** Why there is no Python to read files independently, or null if there is one. */
export const missingPython: string | null =
  spawnSync('python3', ['--version']).status === 0 ? null : 'there is no python3';
