import type { MenuCommand } from './shell.ts';

/**
 * Commands of the menus, the palette and the keys: one list for all of them. Keys are written as
 * `Mod+Shift+S`, where Mod is Cmd on a Mac and Ctrl elsewhere.
 */
export interface Command {
  readonly name: MenuCommand;
  readonly label: string;
  readonly group: 'File' | 'Run' | 'Go to' | 'Help';
  readonly keys: string | null;
}

const file = (name: MenuCommand, label: string, keys: string | null): Command => ({
  name,
  label,
  group: 'File',
  keys,
});
const run = (name: MenuCommand, label: string, keys: string | null): Command => ({
  name,
  label,
  group: 'Run',
  keys,
});
const view = (name: MenuCommand, label: string, keys: string | null): Command => ({
  name,
  label,
  group: 'Go to',
  keys,
});
const help = (name: MenuCommand, label: string, keys: string | null): Command => ({
  name,
  label,
  group: 'Help',
  keys,
});

export const commands: readonly Command[] = [
  file('new', 'New Experiment', 'Mod+N'),
  file('new-own-service', 'New Experiment for Your Own Service…', null),
  file('open', 'Open…', 'Mod+O'),
  file('import-run', 'Import Run…', 'Mod+I'),
  file('save', 'Save', 'Mod+S'),
  file('save-as', 'Save As…', 'Mod+Shift+S'),
  file('save-copy', 'Save a Copy As…', null),
  run('run', 'Start Run', 'Mod+Enter'),
  run('skip', 'Skip Trial', 'Mod+Shift+.'),
  run('stop', 'Stop Run', 'Mod+.'),
  view('view-start', 'Start', 'Mod+1'),
  view('view-experiments', 'Experiments', 'Mod+2'),
  view('view-studies', 'Studies', null),
  view('view-experiment', 'Editor', 'Mod+3'),
  view('view-run', 'Run', 'Mod+4'),
  view('view-history', 'History', 'Mod+5'),
  view('view-compare', 'Compare', 'Mod+6'),
  view('view-wire', 'Wire', 'Mod+7'),
  view('view-sizes', 'Sizes', null),
  view('view-services', 'Services', 'Mod+8'),
  view('view-machines', 'Machines', null),
  view('view-reports', 'Reports', 'Mod+9'),
  view('view-settings', 'Settings', 'Mod+,'),
  view('palette', 'Command Palette…', 'Mod+K'),
  help('keyboard', 'Keyboard Shortcuts', 'Mod+/'),
  help('view-help', 'Documentation', 'F1'),
];

/** The commands of one menu, in its order. */
export function commandsOf(group: Command['group']): readonly Command[] {
  return commands.filter((command) => command.group === group);
}
