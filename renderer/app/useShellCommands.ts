import { useEffect } from 'react';
import { openText } from '../actions/fileActions.ts';
import { experiment, isDirty, useExperiment } from '../document/experimentStore.ts';
import { navigate, parseRoute } from '../navigation/navigation.ts';
import { commandOfKey } from '../navigation/shortcuts.ts';
import { shell } from '../transport/shell.ts';
import { execute } from './commands.ts';
import { noteEngineEnd } from './engineEnd.ts';
import { usePalette } from './paletteStore.ts';

/** An open dialog gets all keys, except the one that closes the palette. */
function isBusy(command: string): boolean {
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
  return dialog !== null && !(command === 'palette' && usePalette.getState().open);
}

function onKey(event: KeyboardEvent): void {
  const command = commandOfKey(event);
  if (!command || event.defaultPrevented) return;
  event.preventDefault();
  if (!isBusy(command)) execute[command]();
}

function onUndoKey(event: KeyboardEvent): void {
  const inForm = event.target instanceof Element && event.target.closest('form') !== null;
  if (!inForm || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  // An input's own undo would not include the document.
  event.preventDefault();
  if (key === 'y' || event.shiftKey) experiment.redo();
  else experiment.undo();
}

/** The desktop keeps drafts for the next start; a browser asks, since the next port may differ. */
function onClose(event: BeforeUnloadEvent): void {
  if (shell.kind === 'browser' && isDirty(useExperiment.getState())) event.preventDefault();
}

/** Carries out commands from menu and keys, and files from outside the window. */
export function useShellCommands(): void {
  useEffect(() => {
    const offs = [
      shell.onMenuCommand((command) => execute[command]()),
      shell.onFileOpened(openText),
      shell.onRouteAsked((route) => navigate(parseRoute(route))),
      shell.onEngineEnded(noteEngineEnd),
    ];
    window.addEventListener('keydown', onKey);
    window.addEventListener('keydown', onUndoKey);
    window.addEventListener('beforeunload', onClose);
    return () => {
      for (const off of offs) off();
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', onUndoKey);
      window.removeEventListener('beforeunload', onClose);
    };
  }, []);
}
