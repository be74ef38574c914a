import { experimentLibraryCalls } from '../../../engine/api/calls/library.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { ExperimentLibrary } from '../../../engine/library/library.ts';
import { previewExperiment } from '../../../engine/library/preview.ts';

/** The `library` part of the scripted engine: the real one, over an empty past. */
export function scriptedLibrary(os: ContractImplementer, folder: string) {
  const library = new ExperimentLibrary(folder);
  const store = {
    listRuns: () => [],
    runHead: () => {
      throw new RangeError('There are no runs');
    },
    trialResults: () => [],
    latestCalibration: () => null,
  };
  return {
    ...experimentLibraryCalls(
      os,
      () => library,
      () => [],
    ),
    preview: os.library.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}
