import { WirebenchError } from '../../contracts/errors.ts';
import type { AgentBeat } from '../../contracts/machines.ts';

/** A machine with the time of its last message, on the clock of the controller. */
interface Heard {
  readonly beat: AgentBeat;
  readonly heardAt: number;
}

/** Whether a run can use a machine. */
export function isFree({ lease, facts }: AgentBeat): boolean {
  return lease === null && facts.watching === undefined;
}

/** Machines of a name, most recently heard first: a restarted agent has two for some seconds. */
export function calledSo<Machine extends Heard>(
  machines: readonly Machine[],
  name: string,
): Machine[] {
  return machines
    .filter(({ beat }) => beat.facts.name === name)
    .sort((a, b) => b.heardAt - a.heardAt);
}

/** For a run whose machines did not join in time. @param what it needs. */
export function missingMachines(what: string, there: readonly Heard[]): WirebenchError {
  const names = there.map(({ beat }) => beat.facts.name).join(', ');
  const found = there.length === 0 ? 'none is there' : `${there.length} are there: ${names}`;
  return new WirebenchError('MACHINES_MISSING', `The run needs ${what}, and ${found}`, {
    hint: 'Start "wirebench agent" with the line that is shown on each machine that is to take part.',
  });
}

/** @param what the end of a sentence that begins with the machine's name. */
export function lostMachine(name: string, what: string, cause?: unknown): WirebenchError {
  return new WirebenchError('MACHINE_LOST', `${name} ${what}`, {
    hint: 'Look at the output of "wirebench agent" there.',
    ...(cause === undefined ? {} : { cause }),
  });
}
