import type { ErrorReport } from '../../../contracts/errors.ts';
import type { Engine } from '../../api/engine.ts';
import { reportOf } from '../errors.ts';
import type { ProgressView } from '../progress/progress.ts';

/** Ends a run and keeps its results. It may have ended by itself meanwhile. */
async function stopRun({ client }: Engine, runId: string): Promise<void> {
  try {
    await client.runs.stop({ runId });
  } catch (error) {
    if (reportOf(error).code !== 'RUN_NOT_ACTIVE') throw error;
  }
}

/**
 * Shows a run's progress until it has ended.
 * @param signal ends the run early.
 * @returns why something of it could not be stored, or null.
 */
export async function followRun(
  engine: Engine,
  runId: string,
  view: ProgressView,
  signal: AbortSignal,
): Promise<ErrorReport | null> {
  let unstored: ErrorReport | null = null;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopRun(engine, runId);
    // Awaited below, once the run has ended; until then a rejection would be unhandled.
    stopping.catch(() => undefined);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const event of await engine.client.runs.watch({ runId })) {
      view.show(event);
      if (event.type !== 'end') continue;
      unstored = event.progress.unstored ?? null;
      break;
    }
    await stopping;
    return unstored;
  } finally {
    signal.removeEventListener('abort', stop);
    view.close();
  }
}
