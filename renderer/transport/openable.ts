import { useQuery } from '@tanstack/react-query';
import { useEngineQuery } from './engine.ts';
import { shell } from './shell.ts';

/** Recent experiment files, fetched by each view; none in a browser, whose shell cannot know them. */
export function useRecentFiles() {
  return useQuery({ queryKey: ['recent'], queryFn: () => shell.recentFiles(), staleTime: 0 });
}

/** The built-in experiments, which never change. */
export function useBuiltInExperiments() {
  return useEngineQuery(['experiments', 'builtIn'], (engine) => engine.experiments.builtIn(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}
