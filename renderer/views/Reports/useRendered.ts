import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Report } from '../../../contracts/report.ts';
import { reportSchema } from '../../../contracts/report.ts';
import { engine } from '../../transport/engine.ts';

/** How long nothing must have been typed before the preview is drawn again. */
const restMs = 250;

/** The report as a page to look at, drawn again when it was changed; the last one stays meanwhile. */
export function useRendered(report: Report) {
  const [rested, setRested] = useState(report);
  useEffect(() => {
    if (!reportSchema.safeParse(report).success) return;
    const timer = setTimeout(() => setRested(report), restMs);
    return () => clearTimeout(timer);
  }, [report]);
  return useQuery({
    queryKey: ['reports', 'render', rested],
    queryFn: ({ signal }) => engine.reports.render({ report: rested, preview: true }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
