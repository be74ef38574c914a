import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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

/** Living direct children of a process (Linux); cheaper than a listing of all. */
export function childrenOf(parent: number): ListedProcess[] {
  const tasks = `/proc/${parent}/task`;
  const pids = namesIn(tasks).flatMap((task) =>
    textOf(`${tasks}/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return pids.filter(isAlive).map((pid) => {
    return { pid, parent, command: commandOf(pid) };
  });
}

/** A process that has just ended has no names and no text. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Whether the process exists and has not ended. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // No such process.
  }
}

/** Living processes with an environment variable that ends like this, such as `NAME=value` (Linux). */
export function processesWith(variable: string): number[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) => isAlive(pid) && `${textOf(`/proc/${pid}/environ`)}\0`.includes(`${variable}\0`),
    );
}

/** Kills a process immediately; it may have ended before. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}

/** The command line of a process; empty if it has ended. */
export const commandOf = (pid: number): string =>
  textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
