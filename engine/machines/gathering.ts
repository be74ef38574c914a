import { WirebenchError } from '../../contracts/errors.ts';
import type { AgentBeat } from '../../contracts/machines.ts';

/** A machine as it was last heard, on `performance.now()`. */
interface Heard {
  readonly beat: AgentBeat;
  readonly heardAt: number;
}

/** Whether a run can take a machine. */
export function isFree({ lease, facts }: AgentBeat): boolean {
  return lease === null && facts.watching === undefined;
}

/** Those that have a name, the one that was heard last first: an agent that was started again has it twice for some seconds. */
export function calledSo<Machine extends Heard>(
  machines: readonly Machine[],
  name: string,
): Machine[] {
  return machines
    .filter(({ beat }) => beat.facts.name === name)
    .sort((a, b) => b.heardAt - a.heardAt);
}

/** Of a run whose machines did not come in time. @param what it needs. */
export function missingMachines(what: string, there: readonly Heard[]): WirebenchError {
  const names = there.map(({ beat }) => beat.facts.name).join(', ');
  const found = there.length === 0 ? 'none is there' : `${there.length} are there: ${names}`;
  return new WirebenchError('MACHINES_MISSING', `The run needs ${what}, and ${found}`, {
    hint: 'Start "wirebench agent" with the line that is shown on each machine that is to take part.',
  });
}

/** @param what happened to it, as the end of a sentence that begins with its name. */
export function lostMachine(name: string, what: string, cause?: unknown): WirebenchError {
  return new WirebenchError('MACHINE_LOST', `${name} ${what}`, {
    hint: 'Look at the output of "wirebench agent" there.',
    ...(cause === undefined ? {} : { cause }),
  });
}
