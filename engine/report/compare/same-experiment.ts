import { readExperiment } from '../../experiment/read.ts';

/** What an experiment measures, as a text that is equal for equal experiments, and its name. */
export interface ExperimentIdentity {
  readonly name: string;
  readonly key: string;
}

/**
 * Reads what an experiment asks for: defaults filled in, comments and layout gone, without its names
 * and thresholds. Two texts with one key are the same experiment. A text that cannot be read is the
 * same as itself only.
 */
export function identityOf(text: string): ExperimentIdentity {
  const read = readExperiment(text);
  if (!read.ok) return { name: '', key: text };
  const { name, description: _description, thresholds: _thresholds, ...rest } = read.experiment;
  return { name, key: JSON.stringify(rest, inOrder) };
}

/** Writes the keys of every mapping in one order. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
