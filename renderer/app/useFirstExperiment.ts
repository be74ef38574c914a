import { useEffect } from 'react';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { useEngineQuery } from '../transport/engine.ts';

/** Who comes for the first time finds something that runs. */
export function useFirstExperiment(): void {
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
