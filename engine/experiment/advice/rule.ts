import type { Experiment } from '../../../contracts/experiment/experiment.ts';

/** What the advice depends on besides the experiment. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: NodeJS.Platform;
}

/** Finds what is worth knowing of an experiment on a machine; each text a sentence or two with the reason. */
export type Rule = (experiment: Experiment, machine: Machine) => readonly string[];

/** @returns the text as the only advice when the condition holds. */
export function when(condition: boolean, text: () => string): string[] {
  return condition ? [text()] : [];
}

/** @returns a count with its noun, as in `1 user` or `2 users`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
