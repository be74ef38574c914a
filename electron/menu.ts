import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, RecentFile } from '../contracts/shell.ts';

export interface MenuActions {
  /** Passes a command to the window. */
  send(command: MenuCommand): void;
  openRecent(path: string): void;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };
const isMac = process.platform === 'darwin';

function fileMenu(actions: MenuActions, recent: readonly RecentFile[]): Item {
  const command = (label: string, name: MenuCommand, accelerator: string): Item => ({
    label,
    accelerator,
    click: () => actions.send(name),
  });
  const recentItems = recent.map(
    ({ path, name }): Item => ({
      label: name,
      toolTip: path,
      click: () => actions.openRecent(path),
    }),
  );
  return {
    label: '&File',
    submenu: [
      command('&New Experiment', 'new', 'CmdOrCtrl+N'),
      command('&Open…', 'open', 'CmdOrCtrl+O'),
      { label: 'Open &Recent', submenu: recentItems, enabled: recent.length > 0 },
      separator,
      command('&Save', 'save', 'CmdOrCtrl+S'),
      command('Save &As…', 'save-as', 'CmdOrCtrl+Shift+S'),
      separator,
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  };
}

function runMenu({ send }: MenuActions): Item {
  return {
    label: '&Run',
    submenu: [
      { label: '&Start', accelerator: 'CmdOrCtrl+Enter', click: () => send('run') },
      { label: 'S&top', accelerator: 'CmdOrCtrl+.', click: () => send('stop') },
    ],
  };
}

function viewMenu({ send }: MenuActions): Item {
  const development: Item[] = app.isPackaged
    ? []
    : [separator, { role: 'reload' }, { role: 'toggleDevTools' }];
  return {
    label: '&View',
    submenu: [
      { label: '&Experiment', accelerator: 'CmdOrCtrl+1', click: () => send('view-experiment') },
      { label: '&Run', accelerator: 'CmdOrCtrl+2', click: () => send('view-run') },
      { label: '&History', accelerator: 'CmdOrCtrl+3', click: () => send('view-history') },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...development,
    ],
  };
}

/**
 * The native menu.
 * @param recent experiment files for "Open Recent", the newest first.
 */
export function buildMenu(actions: MenuActions, recent: readonly RecentFile[]): Menu {
  return Menu.buildFromTemplate([
    ...(isMac ? [{ role: 'appMenu' } satisfies Item] : []),
    fileMenu(actions, recent),
    { role: 'editMenu' },
    runMenu(actions),
    viewMenu(actions),
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ role: 'about' }] },
  ]);
}
