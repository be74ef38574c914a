import { useEffect, useRef } from 'react';
import type { RunProgress } from '../../contracts/engine-api.ts';
import type { Settings } from '../../contracts/settings.ts';
import { runShare } from '../data/runShare.ts';
import { engine, queryClient, useEngineQuery } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { endNotice, windowTitle } from './runEnd.ts';
import { useSettings } from './settings.ts';

type ActiveRun = Pick<RunProgress, 'runId' | 'startedAt'>;

/** Desktop niceties fail quietly: a run must not be disturbed because a taskbar is. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

/** Tells of the end of a run that took long enough. */
async function tellEnd({ runId, startedAt }: ActiveRun, settings: Settings): Promise<void> {
  const seconds = (Date.now() - Date.parse(startedAt)) / 1000;
  if (!settings.notifyAtEnd || seconds < settings.notifyAfterSeconds) return;
  const { run } = await engine.runs.get({ runId });
  await shell.notify(endNotice({ id: runId, name: run.name, status: run.status }, seconds));
}

/** How the desktop sees the run in progress: title, taskbar, sleep, and a word at its end. */
export function useRunManners(): void {
  const settings = useSettings();
  const active = useEngineQuery(['runs', 'active'], (source) => source.runs.active(), {
    refetchInterval: 3000,
  });
  const progress = active.data?.status === 'running' ? active.data : null;
  const running = progress !== null;
  const before = useRef<ActiveRun | null>(null);
  const told = useRef(settings);
  told.current = settings;

  useEffect(() => {
    const share = progress ? runShare(progress, Date.now()) : null;
    document.title = windowTitle(
      progress && share !== null ? { name: progress.name, share } : null,
    );
    quietly(shell.setProgress(share));
  }, [progress]);

  const awake = running && settings.keepAwake;
  useEffect(() => {
    quietly(shell.keepAwake(awake));
  }, [awake]);

  useEffect(() => {
    // While the engine is away nobody knows whether the run has ended.
    if (!active.isSuccess) return;
    const last = before.current;
    before.current = progress && { runId: progress.runId, startedAt: progress.startedAt };
    if (last === null || last.runId === progress?.runId) return;
    void queryClient.invalidateQueries({ queryKey: ['runs'] });
    quietly(tellEnd(last, told.current));
  }, [active.isSuccess, progress]);
}
