import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { useEngineQuery } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';

/** What the editor is to find when it is first shown, whatever view comes first. */
export function useEditorStart(): void {
  useFirstExperiment();
  // Its button to open files becomes a menu once some are known, which must not happen under a pointer.
  useQuery({ queryKey: ['recent'], queryFn: () => shell.recentFiles() });
}

/** Who comes for the first time finds something that runs. */
function useFirstExperiment(): void {
  const isEmpty = useExperiment((state) => state.text === '' && state.loads === 0);
  const builtIn = useEngineQuery(
    ['experiments', 'builtIn'],
    (engine) => engine.experiments.builtIn(),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  useEffect(() => {
    const first = builtIn.data?.[0];
    if (isEmpty && first) experiment.load(first.text, { kind: 'built-in', name: first.name });
  }, [isEmpty, builtIn.data]);
}
