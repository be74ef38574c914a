import { useEffect } from 'react';
import type { MenuCommand } from '../../contracts/shell.ts';
import { notifyError } from '../components/notify.tsx';
import { engine } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { experiment, isDirty, useExperiment } from '../views/Experiment/experimentStore.ts';
import {
  newExperiment,
  openFile,
  openText,
  saveFile,
} from '../views/Experiment/files/fileActions.ts';
import { startRun } from '../views/Experiment/startRun.tsx';
import { openRunFile } from '../views/History/runFiles.ts';
import { navigate } from './navigation.ts';

async function stopActiveRun(): Promise<void> {
  try {
    const active = await engine.runs.active();
    if (active) await engine.runs.stop({ runId: active.runId });
  } catch (error) {
    notifyError(error, 'The run did not stop');
  }
}

async function skipTrial(): Promise<void> {
  try {
    const active = await engine.runs.active();
    if (active) await engine.runs.skip({ runId: active.runId });
  } catch (error) {
    notifyError(error, 'The trial was not skipped');
  }
}

const commands: Record<MenuCommand, () => unknown> = {
  new: newExperiment,
  open: openFile,
  save: () => saveFile(),
  'save-as': () => saveFile(true),
  run: () => startRun(useExperiment.getState().text),
  stop: stopActiveRun,
  skip: skipTrial,
  'import-run': openRunFile,
  palette: () => undefined,
  'view-start': () => navigate({ view: 'start' }),
  'view-experiments': () => navigate({ view: 'experiments' }),
  'view-experiment': () => navigate({ view: 'experiment' }),
  'view-run': () => navigate({ view: 'run' }),
  'view-history': () => navigate({ view: 'history' }),
  'view-compare': () => navigate({ view: 'compare', runIds: [] }),
  'view-wire': () => navigate({ view: 'wire' }),
  'view-services': () => navigate({ view: 'services' }),
  'view-reports': () => navigate({ view: 'reports', reportId: null }),
  'view-help': () => navigate({ view: 'help', topic: null }),
  'view-settings': () => navigate({ view: 'settings' }),
};

/** The command that a key means, or null. */
export function commandOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): MenuCommand | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 's') return event.shiftKey ? 'save-as' : 'save';
  if (event.shiftKey) return null;
  if (key === 'o') return 'open';
  if (key === 'n') return 'new';
  if (key === 'enter') return 'run';
  return null;
}

function onKey(event: KeyboardEvent): void {
  const command = commandOfKey(event);
  if (!command || event.defaultPrevented) return;
  event.preventDefault();
  commands[command]();
}

function onUndoKey(event: KeyboardEvent): void {
  const inForm = event.target instanceof Element && event.target.closest('form') !== null;
  if (!inForm || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  // An input's own undo would know nothing of the document behind it.
  event.preventDefault();
  if (key === 'y' || event.shiftKey) experiment.redo();
  else experiment.undo();
}

/** The desktop keeps drafts for the next start; a browser may find another port, and asks. */
function onClose(event: BeforeUnloadEvent): void {
  if (shell.kind === 'browser' && isDirty(useExperiment.getState())) event.preventDefault();
}

/** Carries out the commands of the native menu and their keys, and takes files from outside. */
export function useShellCommands(): void {
  useEffect(() => {
    const offMenu = shell.onMenuCommand((command) => commands[command]());
    const offFiles = shell.onFileOpened(openText);
    window.addEventListener('keydown', onKey);
    window.addEventListener('keydown', onUndoKey);
    window.addEventListener('beforeunload', onClose);
    return () => {
      offMenu();
      offFiles();
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', onUndoKey);
      window.removeEventListener('beforeunload', onClose);
    };
  }, []);
}
