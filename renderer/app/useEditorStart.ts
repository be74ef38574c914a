import { useEffect } from 'react';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { useBuiltInExperiments, useRecentFiles } from '../transport/openable.ts';

/** Loads what the editor needs before it is first shown. */
export function useEditorStart(): void {
  useFirstExperiment();
  // Its Open button becomes a menu once there are recent files, which must not happen under the pointer.
  useRecentFiles();
}

/** First-time users find an experiment that runs. */
function useFirstExperiment(): void {
  const isEmpty = useExperiment((state) => state.text === '' && state.loads === 0);
  const builtIn = useBuiltInExperiments();
  useEffect(() => {
    const first = builtIn.data?.[0];
    if (isEmpty && first) experiment.load(first.text, { kind: 'built-in', name: first.name });
  }, [isEmpty, builtIn.data]);
}
