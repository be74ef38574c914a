import { useMemo } from 'react';
import type { Annotation } from '../../../contracts/history.ts';
import type { TimeMark } from '../../charts/TimeMarks.tsx';
import { engine, queryClient, useEngineQuery } from '../../transport/engine.ts';
import { useRun } from './runStore.ts';

const keyOf = (runId: string) => ['history', 'annotations', runId] as const;
const none: readonly Annotation[] = [];

/** The annotations of the current or last run. */
export function useAnnotations(): readonly Annotation[] {
  const runId = useRun((state) => state.progress?.runId ?? '');
  const { data } = useEngineQuery(keyOf(runId), (asked) => asked.history.annotations({ runId }), {
    enabled: runId !== '',
  });
  return data ?? none;
}

/** Those of one trial as marks on its time axis, in order. */
export function useMarks(trial: number | null): readonly TimeMark[] {
  const annotations = useAnnotations();
  return useMemo(
    () =>
      annotations
        .filter(({ trialIndex }) => trialIndex !== null && trialIndex === trial)
        .map(({ id, atSeconds, text }) => ({ id, at: atSeconds, label: text }))
        .sort((a, b) => a.at - b.at),
    [annotations, trial],
  );
}

/** A moment of a run: of one of its trials, or of the run between two of them. */
export interface RunMoment {
  readonly trialIndex: number | null;
  readonly atSeconds: number;
}

/** The current moment of the run. */
export function momentNow(): RunMoment {
  const { progress, history } = useRun.getState();
  const { current = null, startedAt = '' } = progress ?? {};
  if (current !== null && history.trial === current && history.last) {
    return { trialIndex: current, atSeconds: history.last.at };
  }
  const atSeconds = Math.max(0, (Date.now() - Date.parse(startedAt)) / 1000);
  return { trialIndex: null, atSeconds: Number.isFinite(atSeconds) ? atSeconds : 0 };
}

export async function annotate(runId: string, at: RunMoment, text: string): Promise<void> {
  const made = await engine.history.annotate({ runId, ...at, text });
  queryClient.setQueryData<readonly Annotation[]>(keyOf(runId), (old = none) => [...old, made]);
}

export async function removeAnnotation(runId: string, id: string): Promise<void> {
  await engine.history.removeAnnotation({ runId, id });
  queryClient.setQueryData<readonly Annotation[]>(keyOf(runId), (old = none) =>
    old.filter((one) => one.id !== id),
  );
}
