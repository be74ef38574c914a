import type { Advice, AdviceFix } from '../../../contracts/collection.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { formatDuration, shortDigits } from '../../../metrics/format.ts';

/** What the advice depends on besides the experiment. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: NodeJS.Platform;
}

/** Finds what is worth knowing of an experiment on a machine; each text a sentence or two with the reason. */
export type Rule = (experiment: Experiment, machine: Machine) => readonly (string | Advice)[];

/** Advice with one change that settles it; `path` is that of the setting, with dots. */
export function withFix(
  text: string,
  label: string,
  ...changes: readonly (readonly [path: string, value: AdviceFix['changes'][number]['value']])[]
): Advice {
  const steps = changes.map(([path, value]) => ({ path: path.split('.'), value }));
  return { text, fix: { label, changes: steps } };
}

/** @returns the text as the only advice when the condition holds. */
export function when<T extends string | Advice>(condition: boolean, text: () => T): T[] {
  return condition ? [text()] : [];
}

/** @returns a length of time as people read it, as in `30 ms` or `1 min 30 s`; every part of a millisecond. */
export function timeOf(ms: number): string {
  return ms < 1000 ? `${shortDigits(ms, 3)} ms` : formatDuration(ms / 1000);
}
