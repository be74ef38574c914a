import { describe, expect, it } from 'vitest';
import { commands } from '../../contracts/commands.ts';
import { menuCommandSchema } from '../../contracts/shell.ts';
import { commandOfKey, displayKeys, shortcutGroups } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  commandOfKey({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
  });
const ctrl = { ctrlKey: true };

it('the list of commands has each command once, and no key twice', () => {
  const names = commands.map(({ name }) => name);
  expect([...names].sort()).toEqual([...menuCommandSchema.options].sort());
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

it('the list of commands is what the keyboard map shows', () => {
  const shown = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  for (const { keys } of commands) if (keys !== null) expect(shown).toContain(keys);
});

describe('keys', () => {
  it('stand for commands, with Ctrl or Cmd, and are recognised by position if a layout has another character there', () => {
    expect(press('s', ctrl)).toBe('save');
    expect(press('S', { metaKey: true, shiftKey: true })).toBe('save-as');
    expect(press('Enter', ctrl)).toBe('run');
    expect(press('k', ctrl)).toBe('palette');
    expect(press('F1')).toBe('view-help');
    expect(press('&', { ...ctrl, code: 'Digit1' })).toBe('view-start');
    expect(press('>', { ...ctrl, shiftKey: true, code: 'Period' })).toBe('skip');
  });

  it('do nothing without their modifiers, or with others, and are written as on the keyboard', () => {
    expect(press('s')).toBeNull();
    expect(press('s', { ...ctrl, altKey: true })).toBeNull();
    expect(press('k', { ...ctrl, shiftKey: true })).toBeNull();
    expect(press('', ctrl)).toBeNull();
    expect(displayKeys('Mod+Shift+S', false)).toBe('Ctrl+Shift+S');
    expect(displayKeys('Mod+Shift+S', true)).toBe('⌘⇧S');
    expect(displayKeys('ArrowDown', false)).toBe('↓');
  });
});
