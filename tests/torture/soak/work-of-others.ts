import { readFileSync } from 'node:fs';
import { parseStolen } from '../../../engine/stats/core-time.ts';
import { sum } from '../../../engine/stats/moments.ts';
import { cpuSecondsOf, ticksPerSecond } from '../../../scripts/bench/support/proc.ts';

/** Shares of the time of all cores in an interval: 1 is every core busy all the time. */
export interface CoreShares {
  /** Used by the run: engine, service, window, and the watchers. */
  readonly own: number;
  /** Used by other programs, or stolen by the host of this virtual machine. */
  readonly others: number;
}

/** The use of this machine by other processes than the given ones (Linux). */
export class WorkOfOthers {
  #machine = machineSeconds();
  #processes = new Map<number, number>();

  /** @param pids all processes that belong to the run, now. @returns the shares since the last call. */
  take(pids: readonly number[]): CoreShares {
    const [before, now] = [this.#machine, machineSeconds()];
    // A process that has ended is not counted: its last second then counts as others'.
    const processes = new Map(pids.map((pid) => [pid, cpuSecondsOf(pid) ?? 0]));
    // Most of the work of a new process was done before this interval.
    const own = sum(
      [...processes].map(([pid, seconds]) => seconds - (this.#processes.get(pid) ?? seconds)),
    );
    this.#machine = now;
    this.#processes = processes;
    const all = now.all - before.all;
    if (all <= 0) return { own: 0, others: 0 };
    return { own: own / all, others: Math.max(0, now.taken - before.taken - own) / all };
  }
}

/** Time of all cores together: available, and used or stolen. */
function machineSeconds(): { all: number; taken: number } {
  const text = readFileSync('/proc/stat', 'latin1');
  const [line = ''] = text.split('\n', 1);
  // Guest time, the last two columns, is included in user time.
  const all = sum(line.split(/ +/).slice(1, 9).map(Number));
  const stolen = parseStolen(text);
  const taken = stolen ? stolen.worked + stolen.stolen : 0;
  return { all: all / ticksPerSecond, taken: taken / ticksPerSecond };
}
