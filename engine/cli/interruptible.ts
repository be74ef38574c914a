import type { Engine } from '../api/engine.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { catchInterrupts } from './interrupts.ts';
import { say } from './streams.ts';
import { type EngineOptions, withEngine } from './with-engine.ts';

/**
 * Has the engine do something that an interrupt ends.
 * @param stopping what is said when it comes, in a sentence.
 */
export async function interruptible(
  options: EngineOptions,
  stopping: string,
  act: (engine: Engine, signal: AbortSignal) => Promise<void>,
): Promise<ExitCode> {
  const interrupts = catchInterrupts(() => say(stopping));
  try {
    await withEngine(options, (engine) => act(engine, interrupts.signal));
    return exitCodes.done;
  } catch (error) {
    if (interrupts.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    interrupts.dispose();
  }
}
