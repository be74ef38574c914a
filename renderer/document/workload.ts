import { valueAt } from '../../contracts/experiment/path.ts';
import { workloadNameSchema } from '../../contracts/words.ts';
import { isShape, listedShapes } from '../../workloads/plans.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { readText, removeValue, setValue } from './edit.ts';

/** Shapes that the load cannot be made of, of the workload there is, give way to the first that it can. */
export function withFittingShapes(text: string): string {
  const { data } = readText(text);
  const named = valueAt(data, ['workload']) ?? 'product';
  const known = workloadNameSchema.safeParse(named);
  if (!known.success) return text;
  const workload = workloadOf(known.data);
  const isPlan = valueAt(data, ['load', 'model']) === 'plan';
  const shapes = [valueAt(data, ['factors', 'shape']) ?? []].flat();
  const fits = shapes.every((shape) => isShape(workload, String(shape), isPlan));
  const [first] = listedShapes(workload, isPlan);
  return fits || !first ? text : setValue(text, ['factors', 'shape'], [first.name]);
}

/**
 * The text with another workload. Shapes that it does not have give way to its first, and settings of the
 * data, which were those of the other one, go.
 */
export function withWorkload(text: string, name: string): string {
  const changed = setValue(text, ['workload'], name);
  if (!workloadNameSchema.safeParse(name).success) return changed;
  const isGiven = valueAt(readText(changed).data, ['data']) !== undefined;
  return withFittingShapes(isGiven ? removeValue(changed, ['data']) : changed);
}
