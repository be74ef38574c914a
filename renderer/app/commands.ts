import type { MenuCommand } from '../../contracts/shell.ts';
import { newExperiment, openFile, saveFile } from '../actions/fileActions.ts';
import { suggestedFileName } from '../actions/newExperiment.ts';
import { openRunFile } from '../actions/runFiles.ts';
import { startOpenExperiment } from '../actions/startRun.tsx';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { useExperiment } from '../document/experimentStore.ts';
import { navigate } from '../navigation/navigation.ts';
import { engine } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { palette } from './paletteStore.ts';

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
    notifyError(error, 'The trial could not be skipped');
  }
}

/** Writes the text elsewhere; the open file stays open. */
async function saveCopy(): Promise<void> {
  const { text, origin } = useExperiment.getState();
  try {
    const saved = await shell.saveFile({
      suggestedName: origin.kind === 'file' ? origin.name : suggestedFileName(text),
      path: null,
      mediaType: 'application/yaml',
      content: text,
    });
    if (saved) notifyDone(`Saved a copy as ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The copy could not be saved');
  }
}

/** Action of each command, from menu, key or palette. */
export const execute: Record<MenuCommand, () => unknown> = {
  new: newExperiment,
  'new-own-service': () => navigate({ view: 'own-service' }),
  open: openFile,
  save: () => saveFile(),
  'save-as': () => saveFile(true),
  'save-copy': saveCopy,
  run: () => startOpenExperiment(),
  stop: stopActiveRun,
  skip: skipTrial,
  'import-run': openRunFile,
  palette: () => palette.toggle(),
  'view-start': () => navigate({ view: 'start' }),
  'view-experiments': () => navigate({ view: 'experiments' }),
  'view-studies': () => navigate({ view: 'studies', study: null }),
  'view-experiment': () => navigate({ view: 'experiment' }),
  'view-run': () => navigate({ view: 'run', runId: null }),
  'view-history': () => navigate({ view: 'history' }),
  'view-compare': () => navigate({ view: 'compare', runIds: [] }),
  'view-wire': () => navigate({ view: 'wire' }),
  'view-sizes': () => navigate({ view: 'sizes' }),
  'view-services': () => navigate({ view: 'services' }),
  'view-machines': () => navigate({ view: 'machines' }),
  'view-reports': () => navigate({ view: 'reports', reportId: null }),
  'view-help': () => navigate({ view: 'help', topic: null }),
  'view-settings': () => navigate({ view: 'settings' }),
  keyboard: () => navigate({ view: 'help', topic: 'keyboard' }),
};
