import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preview } from '../../../../contracts/collection.ts';
import { useExperiment } from '../../../document/experimentStore.ts';
import { engine } from '../../../transport/engine.ts';

/** A little after the check, which is more urgent. */
const pauseMs = 400;

/** Advice and expected load of the open experiment; null while there is none. */
export function usePreview(): Preview {
  const text = useExperiment((state) => state.text);
  const [settled] = useDebouncedValue(text, pauseMs);
  const query = useQuery({
    queryKey: ['collection', 'preview', settled],
    queryFn: () => engine.collection.preview({ text: settled }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  return query.data ?? null;
}
