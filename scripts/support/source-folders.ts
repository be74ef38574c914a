import { rooms } from '../rooms.ts';

/** The folders with sources: the rooms and the tools. */
export const sourceFolders: readonly string[] = [
  ...new Set([...rooms.map(({ path }) => path.replace(/\/.*/, '')), 'scripts']),
];
