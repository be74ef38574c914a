import { useEffect } from 'react';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { useBuiltInExperiments, useRecentFiles } from '../transport/openable.ts';

/** What the editor is to find when it is first shown, whatever view comes first. */
export function useEditorStart(): void {
  useFirstExperiment();
  // Its button to open files becomes a menu once some are known, which must not happen under a pointer.
  useRecentFiles();
}

/** Who comes for the first time finds something that runs. */
function useFirstExperiment(): void {
  const isEmpty = useExperiment((state) => state.text === '' && state.loads === 0);
  const builtIn = useBuiltInExperiments();
  useEffect(() => {
    const first = builtIn.data?.[0];
    if (isEmpty && first) experiment.load(first.text, { kind: 'built-in', name: first.name });
  }, [isEmpty, builtIn.data]);
}
