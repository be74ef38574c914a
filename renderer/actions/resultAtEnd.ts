import type { RunProgress } from '../../contracts/engine-api.ts';
import { navigate, parseRoute } from '../navigation/navigation.ts';
import { engine } from '../transport/engine.ts';

/** Goes from the Run view to the result of a run that was just completed, unless the reader has gone elsewhere. */
export function openResultOf({ runId, status }: RunProgress): void {
  if (status !== 'completed') return;
  // The address changes before the route does, and a run may be completed as soon as its view is opened.
  const { view } = parseRoute(window.location.hash);
  if (view === 'run') navigate({ view: 'result', runId });
}

/** Opens the result of a run that begins: it may be completed before the Run view looks for one in progress. */
export async function openResultAtEnd(runId: string): Promise<void> {
  try {
    for await (const event of await engine.runs.watch({ runId })) {
      if (event.type === 'end') openResultOf(event.progress);
    }
  } catch {
    // The Run view reports a lost connection, and goes on once it is back.
  }
}
