import type { Protocol } from 'electron';
import { protocol } from 'electron';
import { scheme } from './origin.ts';
import type { Page } from './pages.ts';
import { readPage } from './pages.ts';

/** Has to be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the renderer's files, and nothing else, to windows. */
export function serveRenderer(folder: string): void {
  serveScheme(protocol, scheme, (url) => readPage(folder, url));
}

/** Answers every request under a scheme of one session. */
export function serveScheme(
  protocol: Protocol,
  scheme: string,
  read: (url: string) => Promise<Page>,
): void {
  if (typeof protocol.handle === 'function') {
    protocol.handle(scheme, async (request) => {
      const { status, headers, body } = await read(request.url);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  // Electron before 25, on which the end-to-end tests may run.
  protocol.registerBufferProtocol(scheme, (request, respond) => {
    read(request.url).then(({ status, headers, body }) => {
      const mimeType = headers['Content-Type']?.split(';')[0] ?? 'text/plain';
      respond({ statusCode: status, headers, mimeType, charset: 'utf-8', data: body });
    });
  });
}
