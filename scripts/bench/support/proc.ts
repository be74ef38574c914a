import { readFileSync } from 'node:fs';

/** Clock ticks per second in which /proc counts CPU time; 100 on every Linux that Node runs on. */
export const ticksPerSecond = 100;

/** CPU time of a process, all its threads together; undefined when it is gone. */
export function cpuSecondsOf(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name in brackets may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Largest resident memory of a process so far; undefined when it is gone. */
export function peakRssOf(pid: number): number | undefined {
  const match = /^VmHWM:\s+(\d+) kB/m.exec(readProc(pid, 'status') ?? '');
  return match ? Number(match[1]) * 1024 : undefined;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined; // The process has ended.
  }
}
