import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the peak memory of this process, where the system can (Linux). */
export function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere the peak is that of the whole process life, and a high one has to be checked alone.
  }
}

/** The peak memory of this process since the reset, in bytes. */
export function peakBytes(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
