import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CheckedExperiment } from '../../../contracts/engine-api.ts';
import { useExperiment } from '../../document/experimentStore.ts';
import { engine } from '../../transport/engine.ts';

/** Long enough not to check at every keystroke, short enough to seem immediate. */
const pauseMs = 250;

const nothing: CheckedExperiment = { problems: [], plan: null };

const isBlank = (text: string) => text.trim() === '';

export interface Check extends CheckedExperiment {
  /** True while the answer is for an older text. */
  readonly stale: boolean;
  /** Why the check failed, or null. */
  readonly error: unknown;
}

/** The engine's check of the open experiment, repeated when typing pauses. */
export function useCheck(): Check {
  const text = useExperiment((state) => state.text);
  const [settled] = useDebouncedValue(text, pauseMs);
  const query = useQuery({
    queryKey: ['experiments', 'check', settled],
    queryFn: () => engine.experiments.check({ text: settled }),
    enabled: !isBlank(settled),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  // Nothing of what was there before.
  if (isBlank(text)) return { ...nothing, stale: false, error: null };
  const { problems, plan } = query.data ?? nothing;
  return {
    problems,
    plan,
    stale: settled !== text || query.isPlaceholderData || query.isPending,
    error: query.error,
  };
}
