import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Session, session } from 'electron';
import { messageOf, WirebenchError } from '../contracts/errors.ts';
import { scheme } from './origin.ts';
import type { Page } from './pages.ts';
import { serveScheme } from './protocol.ts';

/** A report of hundreds of charts takes seconds; past this time it hangs. */
const timeoutMs = 60_000;

/** The page may run its own scripts, but fetch nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
].join('; ');

/** Resolves when fonts and images have loaded and the page reports that it is ready. */
const whenDrawn = `Promise.resolve(window.wirebenchReady)
  .then(() => document.fonts.ready)
  .then(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
  .then(() => undefined)`;

function answer(status: number, body: string): Page {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
    },
    body: Buffer.from(body),
  };
}

/** A session without storage or network, which serves one page at one address. */
function closedSession(address: string, html: string): Session {
  const closed = session.fromPartition(`print-${randomUUID()}`, { cache: false });
  closed.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  closed.setPermissionCheckHandler(() => false);
  closed.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: url !== address && !/^(data|blob):/.test(url) });
  });
  closed.on('will-download', (event) => event.preventDefault());
  serveScheme(closed.protocol, scheme, async (url) =>
    url === address ? answer(200, html) : answer(404, ''),
  );
  return closed;
}

function hiddenWindow(closed: Session): BrowserWindow {
  return new BrowserWindow({
    show: false,
    width: 1000,
    height: 1400,
    webPreferences: {
      session: closed,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      backgroundThrottling: false,
    },
  });
}

async function print(window: BrowserWindow, address: string): Promise<Uint8Array> {
  await window.loadURL(address);
  await window.webContents.executeJavaScript(whenDrawn);
  const pdf = await window.webContents.printToPDF({
    printBackground: true,
    pageSize: 'A4',
    preferCSSPageSize: true,
  });
  return new Uint8Array(pdf);
}

/** Rejects as soon as the page tries to navigate: that is refused, and would leave it loading. */
function whenStrayed(window: BrowserWindow): Promise<never> {
  return new Promise((_resolve, reject) => {
    window.webContents.on('will-navigate', (event) => {
      event.preventDefault();
      reject(new Error('it navigates to another page'));
    });
  });
}

function tooLong(): WirebenchError {
  return new WirebenchError(
    'EXPORT_FAILED',
    `The page was not printed within ${timeoutMs / 1000} s`,
  );
}

/**
 * Prints a self-contained page to PDF, in a hidden window that has no preload script, no storage
 * and no network, and is closed afterwards.
 * @throws WirebenchError EXPORT_FAILED
 */
export async function printPageToPdf(html: string, limitMs = timeoutMs): Promise<Uint8Array> {
  // Not the host of the app's own page, so this page is not a trusted sender.
  const address = `${scheme}://print/${randomUUID()}`;
  const window = hiddenWindow(closedSession(address, html));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLong()), limitMs);
  });
  try {
    return await Promise.race([print(window, address), whenStrayed(window), limit]);
  } catch (cause) {
    if (cause instanceof WirebenchError) throw cause;
    const why = messageOf(cause);
    throw new WirebenchError('EXPORT_FAILED', `The page cannot be printed: ${why}`, { cause });
  } finally {
    clearTimeout(timer);
    window.destroy();
  }
}
