import { commandOf, descendants, endProcess, processesWith } from '../support/processes.ts';
import { until } from './attacks.ts';

/** Inherited by every started process, and so used to find them after their parent has ended. */
const variable = 'WIREBENCH_TORTURE';

/** Marks this process. Call it before anything is started. */
export function markStarted(): void {
  process.env[variable] = String(process.pid);
}

/** Living processes started by this one, and their descendants. */
function started(): number[] {
  const below = descendants(process.pid).filter(({ command }) => !command.startsWith('ps -eo'));
  const marked = processesWith(`${variable}=${process.pid}`);
  const all = new Set([...below.map(({ pid }) => pid), ...marked]);
  all.delete(process.pid);
  return [...all];
}

/**
 * Waits until all started processes have ended, and kills those that have not.
 * @returns the command lines of the killed processes.
 */
export async function endStarted(timeoutMs?: number): Promise<string[]> {
  await until(() => started().length === 0, timeoutMs);
  const left = started().map((pid) => ({ pid, command: commandOf(pid) }));
  for (const { pid } of left) endProcess(pid);
  await until(() => started().length === 0);
  return left.map(({ pid, command }) => `${command} (${pid})`);
}

/** Longer than anything that was closed needs to end. */
const graceMs = 10_000;

/**
 * If this process does not end although nothing is left to do, reports what keeps it alive and ends it: call it
 * when all started processes have ended.
 */
export function endSoon(say: (text: string) => void, afterMs = graceMs): void {
  setTimeout(() => {
    say(`kept from ending by ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, afterMs).unref();
}
