import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { readExperiment } from '../../engine/experiment/read.ts';

/** The experiment of a file, given as text or as plain data. */
export function experimentOf(file: string | object): Experiment {
  const read = readExperiment(typeof file === 'string' ? file : JSON.stringify(file));
  if (!read.ok) throw new Error(`${JSON.stringify(file)}\n${JSON.stringify(read.problems)}`);
  return read.experiment;
}

/** Messages of the problems of a file. */
export function problemsOf(text: string): string[] {
  const read = readExperiment(text);
  return read.ok ? [] : read.problems.map(({ message }) => message);
}
