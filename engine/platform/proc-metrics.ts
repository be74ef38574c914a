/** Parsers of Linux files with metrics of a machine and its processes. Pure; each returns null for any other text. */

/** A finite number; null for anything else. */
function count(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,20}$/.test(text)) return null;
  return Number(text);
}

/** Memory in use from `/proc/meminfo`, in bytes: all but what is available without swapping. */
export function usedMemory(meminfo: string): number | null {
  const kilobytes = (name: string) =>
    count(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]);
  const [total, available] = [kilobytes('MemTotal'), kilobytes('MemAvailable')];
  return total === null || available === null ? null : Math.max(0, total - available) * 1024;
}

/** Bytes over all networks except loopback since the system started, from `/proc/net/dev`. */
export function networkBytes(dev: string): { received: number; sent: number } | null {
  const lines = dev.split('\n').flatMap((line) => {
    const [, name, figures] = /^\s*([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || figures === undefined || name === 'lo') return [];
    const fields = figures.trim().split(/\s+/);
    const [received, sent] = [count(fields[0]), count(fields[8])];
    return received === null || sent === null ? [] : [{ received, sent }];
  });
  if (!dev.includes('bytes')) return null;
  return lines.reduce(
    (sum, line) => ({ received: sum.received + line.received, sent: sum.sent + line.sent }),
    { received: 0, sent: 0 },
  );
}

/** Open sockets of all kinds, from `/proc/net/sockstat`. */
export function openSockets(sockstat: string): number | null {
  return count(/^sockets: used (\d+)$/m.exec(sockstat)?.[1]);
}

/** A process in `/proc/PID/stat`. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  /** The first 15 characters of its name. */
  readonly name: string;
  /** Its CPU time in hundredths of a second. */
  readonly ticks: number;
  /** Distinguishes it from a later process with the same number. */
  readonly startedAt: string;
}

/** @returns null for an ended process, too. */
export function seenProcess(stat: string): SeenProcess | null {
  const match = /^(\d{1,10}) \((.*)\) ([A-Z]) (.*)$/s.exec(stat.trimEnd());
  if (!match) return null;
  const [, pid = '', name = '', state = '', rest = ''] = match;
  const fields = rest.split(' ');
  const [parent, user, system] = [count(fields[0]), count(fields[10]), count(fields[11])];
  const startedAt = fields[18];
  const isOver = state === 'Z' || state === 'X';
  if (isOver || parent === null || user === null || system === null || !startedAt) return null;
  return { pid: Number(pid), parent, name, ticks: user + system, startedAt };
}

/** Resident memory of a process, from `/proc/PID/status`, in bytes. */
export function residentBytes(status: string): number | null {
  const kilobytes = count(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return kilobytes === null ? null : kilobytes * 1024;
}

/** CPU time of a container, in seconds: from `cpu.stat` (cgroup v2) or `cpuacct.usage` (v1). */
export function containerSeconds(text: string): number | null {
  const micros = count(/^usage_usec (\d+)$/m.exec(text)?.[1]);
  if (micros !== null) return micros / 1e6;
  const nanos = count(text.trim());
  return nanos === null ? null : nanos / 1e9;
}

/** A single number, as in files of containers. */
export function singleFigure(text: string): number | null {
  return count(text.trim());
}
