import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ServerHealth } from '../../contracts/measurement.ts';

/** On Linux the unit of CPU times in /proc is a hundredth of a second on every machine. */
const ticksPerSecond = 100;

/** A process from `/proc/PID/stat`. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Its own CPU time, and that of its ended and awaited children. */
  readonly ownTicks: number;
  readonly childTicks: number;
  /** Distinguishes it from a later process with the same number. */
  readonly startedAt: string;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has ended, or belongs to another user.
    return null;
  }
}

/** @returns null for an invalid line. */
export function parseStat(line: string): ProcessStat | null {
  // The name of the program is in brackets, and may contain brackets and spaces.
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3]);
  const stat = {
    pid: Number.parseInt(line, 10),
    parent: at(4),
    session: at(6),
    ownTicks: at(14) + at(15),
    childTicks: at(16) + at(17),
    startedAt: fields[22 - 3] ?? '',
  };
  // A zombie is kept until its parent waits for it.
  const isThere = end > 0 && fields[0] !== 'Z' && fields[0] !== 'X';
  return isThere && Number.isFinite(stat.ownTicks + stat.childTicks) ? stat : null;
}

function allProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const line = read(`/proc/${pid}/stat`);
      const stat = line === null ? null : parseStat(line);
      return stat ? [stat] : [];
    });
}

/** A process with all its descendants, and their total usage (Linux). */
export class ProcessTree {
  readonly #root: number;
  /** Whether all of the root's session belongs to it, as for a program that was started in its own session. */
  readonly #ownsSession: boolean;
  /** As last seen; membership is permanent. */
  #members = new Map<string, ProcessStat>();
  /** CPU of ended members that no parent took over. */
  #lostTicks = 0;
  #maxTicks = 0;
  #beginTicks = 0;

  constructor(root: number, { ownsSession }: { readonly ownsSession: boolean }) {
    this.#root = root;
    this.#ownsSession = ownsSession;
  }

  /** The current processes. */
  pids(): number[] {
    this.#look();
    return [...this.#members.values()].map(({ pid }) => pid);
  }

  /** CPU counts from now on: start-up is excluded. */
  begin(): void {
    this.measure();
    this.#beginTicks = this.#maxTicks;
  }

  /** @returns null if no process is left. */
  measure(): ServerHealth | null {
    this.#look();
    const members = [...this.#members.values()];
    if (members.length === 0) return null;
    const ticks = members.reduce((sum, one) => sum + one.ownTicks + one.childTicks, 0);
    this.#maxTicks = Math.max(this.#maxTicks, ticks + this.#lostTicks);
    let rssKilobytes = 0;
    let threads = 0;
    for (const { pid } of members) {
      const status = read(`/proc/${pid}/status`) ?? '';
      rssKilobytes += Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
      threads += Number(/^Threads:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    }
    return {
      cpuSeconds: (this.#maxTicks - this.#beginTicks) / ticksPerSecond,
      rssBytes: rssKilobytes * 1024,
      heapBytes: null,
      eventLoopUtilization: null,
      threads,
      requests: null,
    };
  }

  #look(): void {
    const all = allProcesses();
    const byPid = new Map(all.map((one) => [one.pid, one]));
    const key = ({ pid, startedAt }: ProcessStat) => `${pid} ${startedAt}`;
    const belongs = (one: ProcessStat): boolean => {
      for (let at: ProcessStat | undefined = one; at; at = byPid.get(at.parent)) {
        if (at.pid === this.#root || this.#members.has(key(at))) return true;
        if (this.#ownsSession && at.session === this.#root) return true;
      }
      return false;
    };
    const now = new Map(all.filter(belongs).map((one) => [key(one), one]));
    const before = new Map([...this.#members.values()].map((one) => [one.pid, one]));
    // A process with a parent among the members passes its time to it, or to the parent of one that ended as
    // well.
    const isInherited = ({ parent }: ProcessStat): boolean => {
      const heir = byPid.get(parent);
      if (heir) return now.has(key(heir));
      const ended = before.get(parent);
      return ended !== undefined && isInherited(ended);
    };
    for (const [name, one] of this.#members) {
      if (now.has(name) || isInherited(one)) continue;
      this.#lostTicks += one.ownTicks + one.childTicks;
    }
    this.#members = now;
  }
}

/** The environment variable that identifies processes which have left their parents and session. */
export const markName = 'WIREBENCH_SERVER';

/** Processes that were started with this mark, wherever they are now. */
export function markedProcesses(mark: string): number[] {
  const wanted = `${markName}=${mark}`;
  return allProcesses()
    .filter(({ pid }) => read(`/proc/${pid}/environ`)?.split('\0').includes(wanted))
    .map(({ pid }) => pid);
}

/** @returns whether such a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  const line = read(`/proc/${pid}/stat`);
  return line !== null && parseStat(line) !== null;
}

/** Listening sockets on a port, by inode. */
function listeningSockets(port: number): Set<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['tcp', 'tcp6'].flatMap((name) => (read(`/proc/net/${name}`) ?? '').split('\n'));
  const listening = '0A';
  return new Set(
    lines.flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const isIt = fields[1]?.endsWith(`:${hex}`) && fields[3] === listening;
      return isIt && fields[9] ? [`socket:[${fields[9]}]`] : [];
    }),
  );
}

function holds(pid: number, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => {
      try {
        return sockets.has(readlinkSync(`${folder}/${name}`));
      } catch {
        // Closed meanwhile.
        return false;
      }
    });
  } catch {
    // Of another user, or ended.
    return false;
  }
}

/**
 * The process that listens on a port; of several sharing it, the one that started the others.
 * @returns null if there is none visible to this user.
 */
export function listenerOn(port: number): number | null {
  const sockets = listeningSockets(port);
  if (sockets.size === 0) return null;
  const holders = allProcesses().filter(({ pid }) => holds(pid, sockets));
  const pids = new Set(holders.map(({ pid }) => pid));
  return holders.find(({ parent }) => !pids.has(parent))?.pid ?? null;
}
