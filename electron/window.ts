import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { readJson, writeJson } from './json-file.ts';
import { startPage } from './origin.ts';
import { minimumSize, placeWindow, windowStateSchema } from './window-state.ts';

const stateFile = () => join(app.getPath('userData'), 'window.json');

function place() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  const saved = readJson(stateFile(), windowStateSchema.nullable(), null);
  return placeWindow(saved, [main.workArea, ...others.map((display) => display.workArea)]);
}

function keepState(window: BrowserWindow): void {
  window.on('close', () => {
    writeJson(stateFile(), { ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
}

/**
 * Opens the only window, where it was last time.
 * @param preload path of the built preload script.
 */
export function openWindow(preload: string): BrowserWindow {
  const { maximized, ...bounds } = place();
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Wirebench',
    show: false,
    // The page's own background, so that opening does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A run continues while the window is in the background, and so must its charts.
      backgroundThrottling: false,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  keepState(window);
  void window.loadURL(startPage);
  return window;
}
