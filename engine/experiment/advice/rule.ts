import type { Advice, AdviceFix } from '../../../contracts/collection.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { formatDuration, shortDigits } from '../../../metrics/format.ts';

/** Inputs of the advice besides the experiment. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: NodeJS.Platform;
}

/** Gives advice on an experiment and a machine; each text is a sentence or two with the reason. */
export type Rule = (experiment: Experiment, machine: Machine) => readonly (string | Advice)[];

/** Advice with a change that resolves it; `path` is that of the setting, with dots. */
export function withFix(
  text: string,
  label: string,
  ...changes: readonly (readonly [path: string, value: AdviceFix['changes'][number]['value']])[]
): Advice {
  const steps = changes.map(([path, value]) => ({ path: path.split('.'), value }));
  return { text, fix: { label, changes: steps } };
}

/** @returns the text as the only advice if the condition holds. */
export function when<T extends string | Advice>(condition: boolean, text: () => T): T[] {
  return condition ? [text()] : [];
}

/** @returns a readable duration, such as `30 ms` or `1 min 30 s`; with all fractions of a millisecond. */
export function timeOf(ms: number): string {
  return ms < 1000 ? `${shortDigits(ms, 3)} ms` : formatDuration(ms / 1000);
}
