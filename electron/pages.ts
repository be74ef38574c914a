import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { isOwnPage } from './origin.ts';

/**
 * Scripts, fonts and connections only from the app itself. Styles may be inline because Mantine
 * and CodeMirror write style elements at run time; images may be data (charts saved as PNG).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};

export interface Page {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

function page(status: number, mediaType: string, body: Buffer | string): Page {
  return {
    status,
    headers: {
      'Content-Type': mediaType,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    },
    body: Buffer.from(body),
  };
}

/**
 * The file that an address of the app refers to.
 * @returns an absolute path inside `folder`, or null when the address leads elsewhere.
 */
export function fileFor(folder: string, url: string): string | null {
  if (!isOwnPage(url)) return null;
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    if (path.includes('\0') || path.includes('\\')) return null;
    const inside = normalize(folder.endsWith(sep) ? folder : folder + sep);
    const file = join(inside, path === '/' ? 'index.html' : path);
    return file.startsWith(inside) ? file : null;
  } catch {
    return null; // A malformed address.
  }
}

/** Answers one request of the window; never fails. */
export async function readPage(folder: string, url: string): Promise<Page> {
  const file = fileFor(folder, url);
  const mediaType = file === null ? undefined : mediaTypes[extname(file)];
  if (file === null || mediaType === undefined) return page(403, 'text/plain', 'Refused');
  try {
    return page(200, mediaType, await readFile(file));
  } catch {
    return page(404, 'text/plain', 'Not found');
  }
}
