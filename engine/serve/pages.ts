import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { namesOwnHost } from './access.ts';
import type { StaticFile } from './static-files.ts';

/**
 * Content security policy of this server's pages: run their own scripts, nothing inline, and talk to this
 * server only. Mantine and CodeMirror write style elements, so inline styles are allowed.
 * @param port of this server, since some browsers do not count `ws:` as the page's own origin.
 */
function contentSecurityPolicy(port: number): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer. */
function securityHeaders(port: number): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(port),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The address of the first page carries the token; it must not travel on.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

interface Pages {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly port: () => number;
}

function refuse(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${words}\n`);
}

async function send(file: StaticFile, response: ServerResponse): Promise<void> {
  const content = await readFile(file.path);
  response.writeHead(200, {
    'Content-Type': file.mediaType,
    'Content-Length': content.length,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  response.end(content);
}

/** The path of a request target such as `/assets/a.js?x`, without its query. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split(/[?#]/, 1)[0] ?? '';
}

/** Answers GET and HEAD with the files of the workbench, and everything else with a refusal. */
export function servePages({ files, port }: Pages): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders(port()))) {
      response.setHeader(name, value);
    }
    if (!namesOwnHost(request, port())) {
      return refuse(response, 403, 'This address does not belong to Wirebench.');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return refuse(response, 405, 'Only GET and HEAD are answered.');
    }
    const file = files.get(pathOf(request));
    if (!file) return refuse(response, 404, 'There is no such file.');
    send(file, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The file cannot be read; rebuild the workbench.');
    });
  };
}
