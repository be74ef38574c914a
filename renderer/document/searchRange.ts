import { valueAt } from '../../contracts/experiment/path.ts';
import type { FieldSpec } from './fields.ts';

/** Default of the first and the highest level of a search that finds both by itself. */
const automatic = 'automatic';

/** A setting with the default that it has in a file: a search for a rate that meets an objective finds its own range. */
export function withDefaultIn(spec: FieldSpec, data: unknown): FieldSpec {
  if (spec.name !== 'load.from' && spec.name !== 'load.to') return spec;
  const of = (key: string) => valueAt(data, ['load', key]);
  const isOwn = of('model') === 'search' && of('method') === 'bisection' && of('of') === 'rate';
  return isOwn ? { ...spec, fallback: automatic } : spec;
}
