import { useEffect, useRef } from 'react';
import type { RunProgress } from '../../contracts/engine-api.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { ShellNotice } from '../../contracts/shell.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { formatWholeSeconds } from '../../metrics/format.ts';
import { useSettings } from '../actions/settings.ts';
import { runShare } from '../data/runShare.ts';
import { formatRoute } from '../navigation/navigation.ts';
import { engine, queryClient, useEngineQuery } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';

type ActiveRun = Pick<RunProgress, 'runId' | 'startedAt'>;

/** Desktop niceties fail quietly: a problem with a taskbar must not disturb a run. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

/** Announces the end of a run that took long enough. */
async function announceEnd({ runId, startedAt }: ActiveRun, settings: Settings): Promise<void> {
  const seconds = (Date.now() - Date.parse(startedAt)) / 1000;
  if (!settings.notifyAtEnd || seconds < settings.notifyAfterSeconds) return;
  const { run } = await engine.runs.get({ runId });
  // Only the connection was lost.
  if (run.status === 'running') return;
  await shell.notify(endNotice({ id: runId, name: run.name, status: run.status }, seconds));
}

/** Shows the run in progress on the desktop: title, taskbar, no sleep, and a notification at its end. */
export function useRunManners(): void {
  const settings = useSettings();
  const active = useEngineQuery(['runs', 'active'], (source) => source.runs.active(), {
    refetchInterval: 3000,
  });
  const progress = active.data?.status === 'running' ? active.data : null;
  const running = progress !== null;
  const before = useRef<ActiveRun | null>(null);
  const latest = useRef(settings);
  latest.current = settings;

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
    // While the engine is unreachable, the state of the run is unknown.
    if (!active.isSuccess) return;
    const last = before.current;
    before.current = progress && { runId: progress.runId, startedAt: progress.startedAt };
    if (last === null || last.runId === progress?.runId) return;
    void queryClient.invalidateQueries({ queryKey: ['runs'] });
    quietly(announceEnd(last, latest.current));
  }, [active.isSuccess, progress]);
}

const outcomes: Record<RunStatus, string> = {
  running: 'The run continues',
  completed: 'The run is done',
  failed: 'The run failed',
  stopped: 'The run was stopped',
  interrupted: 'The run was interrupted',
};

/** Notification at the end of a run. */
function endNotice(
  run: { readonly id: string; readonly name: string; readonly status: RunStatus },
  seconds: number,
): ShellNotice {
  return {
    title: outcomes[run.status],
    body: `${run.name}, after ${formatWholeSeconds(seconds)}`.slice(0, 1000),
    route: formatRoute({ view: 'result', runId: run.id }),
  };
}

/** The window's title: progress and name of the run. */
function windowTitle(run: { readonly name: string; readonly share: number } | null): string {
  if (run === null) return 'Wirebench';
  return `${Math.floor(run.share * 100)} % · ${run.name} · Wirebench`;
}
