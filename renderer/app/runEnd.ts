import type { ShellNotice } from '../../contracts/shell.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { formatDuration } from '../components/format.ts';
import { formatRoute } from './navigation.ts';

const outcomes: Record<RunStatus, string> = {
  running: 'The run goes on',
  completed: 'The run is done',
  failed: 'The run failed',
  stopped: 'The run was stopped',
  interrupted: 'The run was interrupted',
};

/** What the desktop says at the end of a run. */
export function endNotice(
  run: { readonly id: string; readonly name: string; readonly status: RunStatus },
  seconds: number,
): ShellNotice {
  return {
    title: outcomes[run.status],
    body: `${run.name}, after ${formatDuration(Math.round(seconds))}`.slice(0, 1000),
    route: formatRoute({ view: 'result', runId: run.id }),
  };
}

/** The window's title: how far the run in progress is, and its name. */
export function windowTitle(run: { readonly name: string; readonly share: number } | null): string {
  if (run === null) return 'Wirebench';
  return `${Math.floor(run.share * 100)} % · ${run.name} · Wirebench`;
}
