import { valueAt } from '../../../../contracts/experiment/path.ts';
import type { FieldSpec } from '../../../document/fields.ts';
import { levelTexts } from '../../../document/levels.ts';

const at = (data: unknown, name: string) => valueAt(data, name.split('.'));
const databases = (data: unknown) => levelTexts(at(data, 'factors.database'));
const hasDatabase = (data: unknown) => databases(data).some((kind) => kind !== 'none');
/** An own service has no workload, and is not set up by Wirebench. */
const isBundled = (data: unknown) => at(data, 'service') === undefined;
const energy = (data: unknown) => at(data, 'energy.source') ?? 'auto';
const countsEnergy = (data: unknown) => energy(data) === 'auto' || energy(data) === 'rapl';

/** Settings that only some files use. */
const useful: Readonly<Record<string, (data: unknown) => boolean>> = {
  'factors.users': (data) => at(data, 'load.model') === 'closed',
  'factors.rate': (data) => at(data, 'load.model') === 'open',
  'factors.server': (data) => at(data, 'target.servers') !== undefined,
  onMachineLoss: (data) => at(data, 'machines') !== undefined,
  machineShare: (data) => at(data, 'machines') !== undefined,
  'database.url': (data) => databases(data).includes('postgres'),
  'database.pool': hasDatabase,
  'database.wait': hasDatabase,
  'energy.wattsPerCore': (data) => energy(data) === 'estimate',
  'energy.interval': countsEnergy,
  'energy.baseline': countsEnergy,
};

/** Whether a load setting applies to its unit of levels and its method. */
function goesWithLoad({ goesWith }: FieldSpec, data: unknown): boolean {
  const isOfRate = at(data, 'load.model') === 'open' || at(data, 'load.of') === 'rate';
  const method = at(data, 'load.method') ?? 'doubling';
  return (
    goesWith === undefined || goesWith === (isOfRate ? 'rate' : 'users') || goesWith === method
  );
}

/**
 * Whether the form has a row for a setting: if it applies, or if the file has it anyway,
 * so that its problems are visible.
 */
export function isShown(spec: FieldSpec, data: unknown): boolean {
  // Servers of an own service are shown with it.
  if (spec.name === 'target' && !isBundled(data)) return false;
  if (valueAt(data, spec.path) !== undefined) return true;
  if (spec.bundledOnly && !isBundled(data)) return false;
  return (useful[spec.name]?.(data) ?? true) && goesWithLoad(spec, data);
}
