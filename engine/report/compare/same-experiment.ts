import { readExperiment } from '../../experiment/read.ts';

/** Identity of an experiment: a text that is equal for equal experiments, and its name. */
export interface ExperimentIdentity {
  readonly name: string;
  readonly key: string;
}

/**
 * Normalises an experiment: defaults filled in, without comments, layout, names
 * and thresholds. Two texts with the same key are the same experiment. An unreadable text only equals
 * itself.
 */
export function identityOf(text: string): ExperimentIdentity {
  const read = readExperiment(text);
  if (!read.ok) return { name: '', key: text };
  const { name, description: _description, thresholds: _thresholds, ...rest } = read.experiment;
  return { name, key: JSON.stringify(rest, inOrder) };
}

/** Sorts the keys of every mapping. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
