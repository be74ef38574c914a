import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { namesOwnHost } from './access.ts';
import { securityHeaders } from './headers.ts';
import type { StaticFile } from './static-files.ts';

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

/** The path of a request target such as `/assets/a.js?x`; queries play no part. */
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
      else refuse(response, 500, 'The file cannot be read; build the workbench again.');
    });
  };
}
