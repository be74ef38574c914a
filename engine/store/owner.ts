import { readFileSync, readlinkSync } from 'node:fs';

/** The process that runs a run, as recorded with it. */
export interface Owner {
  readonly pid: number;
  /** `boot id/pid namespace/start time` on Linux, which is unique to a process; otherwise null. */
  readonly identity: string | null;
  /** ISO time of its last sign of life. */
  readonly heartbeatAt: string;
}

/** Interval between signs of life of a process with a run in progress. */
export const heartbeatMs = 10_000;
/** Where start times of processes are unavailable, a process silent for this long counts as gone. */
export const silenceMs = 60_000;

/** Unique identity of this process; null where the system does not provide it. */
export function ownIdentity(): string | null {
  const place = ownPlace();
  const started = startTime(process.pid);
  return place === null || started === null ? null : `${place}/${started}`;
}

/** True when the owner certainly no longer works on its run. */
export function isGone(owner: Owner, now: Date): boolean {
  const place = ownPlace();
  if (owner.identity === null || place === null) {
    return !exists(owner.pid) || isSilent(owner, now);
  }
  const [boot, namespace, started] = owner.identity.split('/');
  const [ownBoot, ownNamespace] = place.split('/');
  if (boot !== ownBoot) return true;
  // The id of a process in another container means nothing here.
  if (namespace !== ownNamespace) return isSilent(owner, now);
  return startTime(owner.pid) !== started;
}

function isSilent(owner: Owner, now: Date): boolean {
  return now.getTime() - Date.parse(owner.heartbeatAt) > silenceMs;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function ownPlace(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid').replace('/', '');
    return `${boot}/${namespace}`;
  } catch {
    // Not Linux, or /proc is not readable: the heartbeat decides.
    return null;
  }
}

/** Clock ticks from boot to the start of the process; null when there is none or it has ended. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain anything, even parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
