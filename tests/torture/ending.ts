import { commandOf, descendants, endProcess, processesWith } from '../support/processes.ts';
import { until } from './attacks.ts';

/** Everything that is started inherits it, by which it is found when what started it has ended. */
const variable = 'WIREBENCH_TORTURE';

/** Marks this process. To be called before it starts anything. */
export function markStarted(): void {
  process.env[variable] = String(process.pid);
}

/** Living processes that this one has started, and those that they have started. */
function started(): number[] {
  const below = descendants(process.pid).filter(({ command }) => !command.startsWith('ps -eo'));
  const marked = processesWith(`${variable}=${process.pid}`);
  const all = new Set([...below.map(({ pid }) => pid), ...marked]);
  all.delete(process.pid);
  return [...all];
}

/**
 * Waits until all that was started has ended, and ends what has not.
 * @returns what had to be ended, by its command lines.
 */
export async function endStarted(timeoutMs?: number): Promise<string[]> {
  await until(() => started().length === 0, timeoutMs);
  const left = started().map((pid) => ({ pid, command: commandOf(pid) }));
  for (const { pid } of left) endProcess(pid);
  await until(() => started().length === 0);
  return left.map(({ pid, command }) => `${command} (${pid})`);
}

/** Longer than anything that has been closed needs to be gone. */
const graceMs = 10_000;

/**
 * Says what keeps this process from ending, if it does not end now that nothing is left to do, and ends it: to be called
 * when all that was started has ended.
 */
export function endSoon(tell: (text: string) => void, afterMs = graceMs): void {
  setTimeout(() => {
    tell(`kept from ending by ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, afterMs).unref();
}
