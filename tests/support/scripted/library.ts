import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { experimentLibraryCalls } from '../../../engine/api/calls/library.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { ExperimentLibrary } from '../../../engine/library/library.ts';
import { previewExperiment } from '../../../engine/library/preview.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `library` part of the scripted engine: the real one, over a folder of its own and an empty past. */
export function scriptedLibrary(os: ContractImplementer, _state: ScriptedState) {
  const library = new ExperimentLibrary(mkdtempSync(join(tmpdir(), 'wirebench-library-')));
  const store = {
    listRuns: () => [],
    runHead: () => {
      throw new RangeError('There are no runs');
    },
    trialResults: () => [],
    latestCalibration: () => null,
  };
  return {
    ...experimentLibraryCalls(os, () => library),
    preview: os.library.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}
