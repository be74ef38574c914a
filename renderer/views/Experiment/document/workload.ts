import { workloadNameSchema } from '../../../../contracts/words.ts';
import { workloadOf } from '../../../../contracts/workloads/registry.ts';
import { readText, removeValue, setValue } from './edit.ts';
import { valueAt } from './path.ts';

/**
 * The text with another workload. Shapes that it does not have give way to its first, and settings of the
 * data, which were those of the other one, go.
 */
export function withWorkload(text: string, name: string): string {
  const changed = setValue(text, ['workload'], name);
  const known = workloadNameSchema.safeParse(name);
  if (!known.success) return changed;
  const workload = workloadOf(known.data);
  const { data } = readText(changed);
  const without = valueAt(data, ['data']) === undefined ? changed : removeValue(changed, ['data']);
  const shapes = [valueAt(data, ['factors', 'shape']) ?? []].flat();
  const fits = shapes.every((shape) => workload.operationOf(String(shape)) !== null);
  const [first] = workload.shapes;
  if (fits || !first) return without;
  return setValue(without, ['factors', 'shape'], [first.name]);
}
