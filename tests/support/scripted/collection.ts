import { experimentCollectionCalls } from '../../../engine/api/calls/collection.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { ExperimentCollection } from '../../../engine/collection/collection.ts';
import { previewExperiment } from '../../../engine/collection/preview.ts';

/** The `collection` part of the scripted engine: the real one, with an empty history. */
export function scriptedCollection(os: ContractImplementer, folder: string) {
  const collection = new ExperimentCollection(folder);
  const store = {
    listRuns: () => [],
    runHead: () => {
      throw new RangeError('There are no runs');
    },
    trialResults: () => [],
    latestCalibration: () => null,
  };
  return {
    ...experimentCollectionCalls(
      os,
      () => collection,
      () => [],
    ),
    preview: os.collection.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}
