import { readdir } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the built workbench. */
export interface StaticFile {
  readonly path: string;
  readonly mediaType: string;
  /** Vite puts a hash of the content into the names of assets: they never change. */
  readonly immutable: boolean;
}

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

function describe(folder: string, name: string): StaticFile {
  const mediaType = mediaTypes[extname(name)] ?? 'application/octet-stream';
  return { path: join(folder, name), mediaType, immutable: name.startsWith('assets/') };
}

/**
 * Lists the files that may be served, by URL path. What is not in the list does not exist, so no
 * path, however it is written, leads out of the folder.
 * @returns undefined when the folder holds no built workbench.
 */
export async function listStaticFiles(
  folder: string,
): Promise<ReadonlyMap<string, StaticFile> | undefined> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const name = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll(sep, '/');
    files.set(`/${name}`, describe(folder, name));
  }
  const index = files.get('/index.html');
  if (!index) return undefined;
  files.set('/', index);
  return files;
}
