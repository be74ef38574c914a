import { useQuery } from '@tanstack/react-query';
import { useEngineQuery } from './engine.ts';
import { shell } from './shell.ts';

/** Experiment files that were opened before, asked again by each view; none where the shell may not know them (a browser). */
export function useRecentFiles() {
  return useQuery({ queryKey: ['recent'], queryFn: () => shell.recentFiles(), staleTime: 0 });
}

/** The experiments that come with Wirebench, which stay as they are. */
export function useBuiltInExperiments() {
  return useEngineQuery(['experiments', 'builtIn'], (engine) => engine.experiments.builtIn(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}
