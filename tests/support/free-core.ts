import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 200;
/** Leftovers of an earlier test end sooner. */
const maxLooks = 25;

/**
 * Waits up to five seconds for an unused core; the test must do nothing meanwhile.
 * @returns why a timing test has no core, or null.
 */
export async function withoutFreeCore(): Promise<string | null> {
  let idle = 0;
  for (let look = 0; look < maxLooks; look++) {
    idle = await idleCores();
    if (idle >= 1) return null;
  }
  return `others leave ${idle.toFixed(1)} of ${cpus().length} cores`;
}

async function idleCores(): Promise<number> {
  const before = cpus();
  await pause(lookMs);
  return cpus().reduce((sum, { times }, core) => {
    const earlier = before[core]?.times ?? times;
    const spent = (now: typeof times) => Object.values(now).reduce((all, one) => all + one, 0);
    const passed = spent(times) - spent(earlier);
    return sum + (passed > 0 ? (times.idle - earlier.idle) / passed : 0);
  }, 0);
}
