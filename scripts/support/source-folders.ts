import { rooms } from '../rooms.ts';

/** The folders of the project that hold its sources: the rooms, and the tools beside them. */
export const sourceFolders: readonly string[] = [
  ...new Set([...rooms.map(({ path }) => path.replace(/\/.*/, '')), 'scripts']),
];
