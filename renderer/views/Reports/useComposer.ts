import { useCallback, useEffect, useRef, useState } from 'react';
import type { Report, StoredReport } from '../../../contracts/report.ts';
import { reportSchema } from '../../../contracts/report.ts';
import { engine, queryClient } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import { reportsKey } from './reportActions.ts';

/** Pause in typing before it is stored. */
const restMs = 500;

export type SaveState = 'saved' | 'changed' | { readonly failed: string };

export interface Composition {
  readonly report: Report;
  readonly state: SaveState;
  /** Changes the report, which is stored automatically. */
  change(how: (report: Report) => Report): void;
}

/** A report being edited: changes are stored when the user pauses, and when the view is left. */
export function useComposer(stored: StoredReport): Composition {
  const [report, setReport] = useState(stored.report);
  const [state, setState] = useState<SaveState>('saved');
  const latest = useRef(stored.report);
  const waiting = useRef<Report | null>(null);
  const change = useCallback((how: (report: Report) => Report) => {
    latest.current = how(latest.current);
    waiting.current = latest.current;
    setState('changed');
    setReport(latest.current);
  }, []);
  const { id } = stored;
  const flush = useCallback(async () => {
    const next = waiting.current;
    // A title being retyped is briefly empty, which is not stored.
    if (next === null || !reportSchema.safeParse(next).success) return;
    waiting.current = null;
    try {
      const saved = await engine.reports.save({ reportId: id, report: next });
      queryClient.setQueryData(['reports', 'get', id], saved);
      void queryClient.invalidateQueries({ queryKey: reportsKey });
      if (waiting.current === null) setState('saved');
    } catch (error) {
      waiting.current ??= next;
      setState({ failed: describeError(error).message });
    }
  }, [id]);
  useEffect(() => {
    if (report === stored.report && waiting.current === null) return;
    const timer = setTimeout(() => void flush(), restMs);
    return () => clearTimeout(timer);
  }, [report, stored.report, flush]);
  useEffect(() => () => void flush(), [flush]);
  return { report, state, change };
}
