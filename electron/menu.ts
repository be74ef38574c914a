import type { App, MenuItemConstructorOptions } from 'electron';
import { type Command, commandsOf } from '../contracts/commands.ts';
import type { MenuCommand, RecentFile } from '../contracts/shell.ts';

export interface MenuActions {
  /** Passes a command to the window. */
  send(command: MenuCommand): void;
  openRecent(path: string): void;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };
const isMac = process.platform === 'darwin';

/** Menu items for lists of commands; each has an id to find it by. */
function itemsOf(commands: readonly Command[], { send }: MenuActions): Item[] {
  return commands.map(({ name, label, keys }) => ({
    id: name,
    label,
    ...(keys === null ? {} : { accelerator: keys.replace('Mod', 'CmdOrCtrl') }),
    click: () => send(name),
  }));
}

/** The items of `names`, in the order of the list of commands. */
function some(commands: readonly Command[], names: readonly MenuCommand[]): readonly Command[] {
  return commands.filter(({ name }) => names.includes(name));
}

function recentItem(actions: MenuActions, recent: readonly RecentFile[]): Item {
  const submenu = recent.map(
    ({ path, name }): Item => ({
      label: name,
      toolTip: path,
      click: () => actions.openRecent(path),
    }),
  );
  return { label: 'Open &Recent', submenu, enabled: recent.length > 0 };
}

function fileMenu(actions: MenuActions, recent: readonly RecentFile[]): Item {
  const file = commandsOf('File');
  return {
    label: '&File',
    submenu: [
      ...itemsOf(some(file, ['new', 'new-own-service', 'open']), actions),
      recentItem(actions, recent),
      separator,
      ...itemsOf(some(file, ['import-run']), actions),
      separator,
      ...itemsOf(some(file, ['save', 'save-as', 'save-copy']), actions),
      separator,
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  };
}

function viewMenu(actions: MenuActions, isPackaged: boolean): Item {
  const development: Item[] = isPackaged
    ? []
    : [separator, { role: 'reload' }, { role: 'toggleDevTools' }];
  return {
    label: '&View',
    submenu: [
      ...itemsOf(commandsOf('Go to'), actions),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...development,
    ],
  };
}

function helpMenu(actions: MenuActions): Item {
  return {
    role: 'help',
    submenu: [
      ...itemsOf(commandsOf('Help'), actions),
      separator,
      { role: 'about', label: 'About Wirebench' },
    ],
  };
}

/** Text of "About Wirebench". */
export function describeApp(app: Pick<App, 'getVersion' | 'setAboutPanelOptions'>): void {
  const { electron, chrome, node } = process.versions;
  app.setAboutPanelOptions({
    applicationName: 'Wirebench',
    applicationVersion: app.getVersion(),
    version: `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    copyright: 'MIT licence',
  });
}

/**
 * The native menu, for Electron to build.
 * @param recent experiment files for "Open Recent", newest first.
 * @param isPackaged whether it is without items for development.
 */
export function menuTemplate(
  actions: MenuActions,
  recent: readonly RecentFile[],
  isPackaged: boolean,
): Item[] {
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies Item] : []),
    fileMenu(actions, recent),
    { role: 'editMenu' },
    { label: '&Run', submenu: itemsOf(commandsOf('Run'), actions) },
    viewMenu(actions, isPackaged),
    { role: 'windowMenu' },
    helpMenu(actions),
  ];
}
