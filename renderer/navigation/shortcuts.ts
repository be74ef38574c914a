import { type Command, commands } from '../../contracts/commands.ts';
import type { MenuCommand } from '../../contracts/shell.ts';

/** A key and its action, as the keyboard map shows it. */
interface Shortcut {
  /** As `Mod+Shift+S`; {@link displayKeys} makes it readable. */
  readonly keys: string;
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

function ofCommands(title: string, group: Command['group']): ShortcutGroup {
  const shortcuts = commands.flatMap(({ group: own, keys, label }) =>
    own === group && keys !== null ? [{ keys, does: label.replace(/…$/, '') }] : [],
  );
  return { title, shortcuts };
}

/** The whole keyboard map. Menus, palette and keys use the first groups; the others describe controls. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  ofCommands('Files', 'File'),
  ofCommands('Run', 'Run'),
  ofCommands('Go to', 'Go to'),
  ofCommands('Help', 'Help'),
  {
    title: 'Editor',
    shortcuts: [
      { keys: 'Mod+Z', does: 'Undo, in the form and in the text' },
      { keys: 'Mod+Shift+Z', does: 'Redo' },
      { keys: 'Escape', does: 'Let Tab move out of the text' },
    ],
  },
  {
    title: 'Tables and lists',
    shortcuts: [
      { keys: 'ArrowDown', does: 'Next row' },
      { keys: 'ArrowUp', does: 'Previous row' },
      { keys: 'Enter', does: 'Open the row' },
    ],
  },
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: 'Tab', does: 'Next control; Shift+Tab goes back' },
      { keys: 'Escape', does: 'Close the dialog, menu or palette' },
    ],
  },
];

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Keys by their position on the keyboard, which Shift and layouts do not change. */
const placed: Record<string, string> = { Period: '.', Comma: ',', Slash: '/' };

function namesOf({ key, code }: KeyPress): readonly string[] {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return [key.toLowerCase(), digit ?? placed[code] ?? ''];
}

function matches(keys: string, press: KeyPress): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1)?.toLowerCase() ?? '';
  return (
    parts.includes('Mod') === (press.ctrlKey || press.metaKey) &&
    parts.includes('Shift') === press.shiftKey &&
    !press.altKey &&
    namesOf(press).includes(key)
  );
}

/** The command of a key, or null. */
export function commandOfKey(press: KeyPress): MenuCommand | null {
  return commands.find(({ keys }) => keys !== null && matches(keys, press))?.name ?? null;
}

const symbols: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};
const macSymbols: Record<string, string> = { Mod: '⌘', Shift: '⇧', Enter: '↩' };

/** Keys as labelled on this machine's keyboard: `Ctrl+Shift+S`, on a Mac `⌘⇧S`. */
export function displayKeys(keys: string, mac: boolean): string {
  const parts = keys
    .split('+')
    .map((part) => (mac ? macSymbols[part] : undefined) ?? symbols[part] ?? part);
  return mac ? parts.join('') : parts.join('+').replace('Mod', 'Ctrl');
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.userAgent);
