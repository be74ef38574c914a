import { readFileSync } from 'node:fs';
import { parseStolen } from '../../../engine/stats/core-time.ts';
import { sum } from '../../../engine/stats/moments.ts';
import { cpuSecondsOf, ticksPerSecond } from '../../../scripts/bench/support/proc.ts';

/** How much of the cores' time a stretch took, as shares of all of it: 1 is every core busy all the time. */
export interface CoreShares {
  /** Taken by the run: engine, service, window, and what watches them. */
  readonly own: number;
  /** Taken by any other program, or by the host of this virtual machine for others. */
  readonly others: number;
}

/** How much of this machine others use, beside the processes that are told (Linux). */
export class WorkOfOthers {
  #machine = machineSeconds();
  #processes = new Map<number, number>();

  /** @param pids all processes that belong to the run, now. @returns the shares since the last call. */
  take(pids: readonly number[]): CoreShares {
    const [before, now] = [this.#machine, machineSeconds()];
    // A process that is gone is not counted: its last second is then others'.
    const processes = new Map(pids.map((pid) => [pid, cpuSecondsOf(pid) ?? 0]));
    // What a process did before it was first seen came mostly before this stretch.
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

/** Time of all cores together: all there was, and what was worked or stolen. */
function machineSeconds(): { all: number; taken: number } {
  const text = readFileSync('/proc/stat', 'latin1');
  const [line = ''] = text.split('\n', 1);
  // Guests' time, the last two columns, is part of the users'.
  const all = sum(line.split(/ +/).slice(1, 9).map(Number));
  const stolen = parseStolen(text);
  const taken = stolen ? stolen.worked + stolen.stolen : 0;
  return { all: all / ticksPerSecond, taken: taken / ticksPerSecond };
}
