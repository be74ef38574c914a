import { create } from 'zustand';
import type { EngineEnd } from '../../contracts/shell.ts';
import { notifyError } from '../components/notify.tsx';
import { engine } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { useRun } from '../views/Run/runStore.ts';

/** What the window knows of an engine that has ended by itself. */
export interface EndState {
  /** The last such end; null before the first, and when its banner was dismissed. */
  readonly end: EngineEnd | null;
  /** The run that was in progress then. */
  readonly run: { readonly id: string; readonly name: string } | null;
}

export const useEngineEnd = create<EndState>(() => ({ end: null, run: null }));

/** Takes note of an end, with the run that it interrupted as far as this window knows. */
export function noteEngineEnd(end: EngineEnd): void {
  const { progress } = useRun.getState();
  const running = progress?.status === 'running' ? progress : null;
  const before = useEngineEnd.getState().run;
  useEngineEnd.setState({
    end,
    run: running ? { id: running.runId, name: running.name } : before,
  });
  if (!running) void learnRun();
}

/** The window did not watch a run: the engine that follows knows which one it found interrupted. */
async function learnRun(): Promise<void> {
  try {
    const [latest] = await engine.runs.list({ limit: 1 });
    if (latest?.status === 'interrupted') {
      useEngineEnd.setState({ run: { id: latest.id, name: latest.name } });
    }
  } catch {
    // No engine yet; the banner does without the name.
  }
}

export function dismissEngineEnd(): void {
  useEngineEnd.setState({ end: null, run: null });
}

/** Starts the engine that waits for the user. */
export async function restartEngine(): Promise<void> {
  try {
    await shell.restartEngine();
    useEngineEnd.setState(({ end }) => ({ end: end && { ...end, restarting: true } }));
  } catch (error) {
    notifyError(error, 'The engine could not be started');
  }
}
