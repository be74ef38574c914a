import { protocol } from 'electron';
import { scheme } from './origin.ts';
import { readPage } from './pages.ts';

/** Has to be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the renderer's files, and nothing else, to windows. */
export function serveRenderer(folder: string): void {
  if (typeof protocol.handle === 'function') {
    protocol.handle(scheme, async (request) => {
      const { status, headers, body } = await readPage(folder, request.url);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  // Electron before 25, on which the end-to-end tests may run.
  protocol.registerBufferProtocol(scheme, (request, respond) => {
    readPage(folder, request.url).then(({ status, headers, body }) => {
      const mimeType = headers['Content-Type']?.split(';')[0] ?? 'text/plain';
      respond({ statusCode: status, headers, mimeType, charset: 'utf-8', data: body });
    });
  });
}
