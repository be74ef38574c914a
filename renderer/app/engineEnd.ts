import { create } from 'zustand';
import type { EngineEnd } from '../../contracts/shell.ts';
import { notifyError } from '../components/notify.tsx';
import { shell } from '../transport/shell.ts';

/** State of an engine that ended unexpectedly. */
export interface EndState {
  /** The last such end; null before the first, and after its banner was dismissed. */
  readonly end: EngineEnd | null;
}

export const useEngineEnd = create<EndState>(() => ({ end: null }));

/** Records an end. */
export function noteEngineEnd(end: EngineEnd): void {
  useEngineEnd.setState({ end });
}

export function dismissEngineEnd(): void {
  useEngineEnd.setState({ end: null });
}

/** Starts an engine that waits for the user. */
export async function restartEngine(): Promise<void> {
  try {
    await shell.restartEngine();
    useEngineEnd.setState(({ end }) => ({ end: end && { ...end, restarting: true } }));
  } catch (error) {
    notifyError(error, 'The engine could not be started');
  }
}
