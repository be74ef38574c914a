import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as the system lists it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes that have not ended (Linux and macOS). */
function listProcesses(): ListedProcess[] {
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return listing.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] ?? '' }];
  });
}

/** Children of a process, their children, and so on. */
export function descendants(pid: number): ListedProcess[] {
  const all = listProcesses();
  const below = (parent: number): ListedProcess[] =>
    all.filter((child) => child.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

/** True while the process is there and has not ended. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // No such process.
  }
}
