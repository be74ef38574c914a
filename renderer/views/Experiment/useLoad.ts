import { useMemo } from 'react';
import { type Load, loadSchema } from '../../../contracts/experiment/load.ts';
import { valueAt } from '../../../contracts/experiment/path.ts';
import { useSource } from './form/SourceContext.tsx';

/** The load of the open experiment; null while it is invalid. */
export function useLoad(): Load | null {
  const { data } = useSource();
  return useMemo(() => {
    const parsed = loadSchema.safeParse(valueAt(data, ['load']));
    return parsed.success ? parsed.data : null;
  }, [data]);
}
