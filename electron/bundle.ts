import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { BuiltFiles } from './workbench.ts';

/**
 * Where a packaged app has what cannot lie in its archive: the engine with its packages, and a
 * Node that runs it, since the app's own executable is barred from running as Node.
 */
const engineFolder = () => join(process.resourcesPath, 'engine');

/** The Node of a packaged app; null where the app is not packaged. */
export function bundledNode(): string | null {
  if (!app.isPackaged) return null;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(engineFolder(), 'bin', name);
  return existsSync(path) ? path : null;
}

/** @param dist the folder of everything built, as main sees it. */
export function builtFiles(dist: string): BuiltFiles {
  const nodeTree = app.isPackaged ? join(engineFolder(), 'dist') : dist;
  return {
    preload: join(dist, 'electron', 'preload.cjs'),
    engineHost: join(nodeTree, 'node', 'electron', 'engine-host.js'),
  };
}
