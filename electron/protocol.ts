import { protocol } from 'electron';
import { scheme } from './origin.ts';
import { readPage } from './pages.ts';
import { serveScheme } from './serve-scheme.ts';

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
