import type { App, Session, WebContents } from 'electron';
import { isOwnPage, mayLoad } from './origin.ts';

/** The page's only permission is to write text and images to the clipboard, on a click. Reading it is refused. */
const granted = 'clipboard-sanitized-write';

function lockSession(current: Session): void {
  current.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === granted && isOwnPage(contents.getURL())),
  );
  current.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === granted && isOwnPage(origin),
  );
  current.setDevicePermissionHandler(() => false);
  current.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !mayLoad(details.url) });
  });
}

function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event, url) => {
    if (!isOwnPage(url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Refuses permissions, foreign addresses, navigation, new windows and webviews everywhere. */
export function lockDown(app: App, defaultSession: Session): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
  lockSession(defaultSession);
}
