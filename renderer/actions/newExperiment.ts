import { fileNameFor } from '../../contracts/collection.ts';
import { valueAt } from '../../contracts/experiment/path.ts';
import { readText } from '../document/edit.ts';

/** Text of a new experiment: complete, short, and safe to run. */
export const newExperimentText = `wirebench: 1
name: New experiment
workload: product
target: bundled
factors:
  protocol: [rest, soap, grpc]
  shape: [small]
  users: [10]
load:
  model: closed
  warmUp: 1s
  duration: 2s
repetitions: {until: decided}
pinning: auto
`;

/** The name in the experiment's text; null if it has none. */
export function experimentName(text: string): string | null {
  const name = valueAt(readText(text).data, ['name']);
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

/** A file name derived from the experiment's name: `KTH 2024` becomes `kth-2024.bench.yaml`. */
export function suggestedFileName(text: string): string {
  return fileNameFor(experimentName(text) ?? '');
}
