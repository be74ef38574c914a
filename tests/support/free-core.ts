import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 200;

/** @returns why what measures time itself has no core for itself now, or null. Looks for 200 ms, in which the test must do nothing. */
export async function withoutFreeCore(): Promise<string | null> {
  const before = cpus();
  await pause(lookMs);
  const idle = cpus().reduce((sum, { times }, core) => {
    const earlier = before[core]?.times ?? times;
    const spent = (now: typeof times) => Object.values(now).reduce((all, one) => all + one, 0);
    const passed = spent(times) - spent(earlier);
    return sum + (passed > 0 ? (times.idle - earlier.idle) / passed : 0);
  }, 0);
  return idle < 1 ? `others leave ${idle.toFixed(1)} of ${before.length} cores` : null;
}
