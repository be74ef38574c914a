import { readFileSync, writeFileSync } from 'node:fs';

/** Forgets the most memory that this process has had so far, where the system can (Linux). */
export function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere the peak is that of the whole life, and a large one has to be looked at alone.
  }
}

/** The most memory that this process has had since it was reset, in bytes. */
export function peakBytes(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
