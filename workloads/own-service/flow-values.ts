import { flowParts, stepsOf } from '../../contracts/experiment/flows.ts';
import type { ServiceSettings } from '../../contracts/experiment/service.ts';
import { valuesNamed } from './template.ts';

/** Finds requests that need values taken by flows. */

type Settings = Pick<ServiceSettings, 'requests' | 'mixes' | 'flows'>;
type Flows = NonNullable<ServiceSettings['flows']>;

/** The names of all values that flows take. */
export function takenNames(flows: Settings['flows'] = {}): string[] {
  const steps = Object.values<Flows[string]>(flows).flatMap((flow) => stepsOf(flow));
  return [...new Set(steps.flatMap(({ take }) => Object.keys(take)))];
}

/** Values taken by flows that a request names: without a flow it cannot be sent. */
export function takenOf(request: unknown, taken: readonly string[]): string[] {
  if (taken.length === 0) return [];
  const named = valuesNamed(request);
  return taken.filter((name) => named.has(name));
}

interface Wrong {
  readonly path: PropertyKey[];
  readonly message: string;
}

const braced = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' and ');

/** Mixes and flows that would send a request before its values are taken. */
export function untakenValues({ requests, mixes = {}, flows = {} }: Settings): Wrong[] {
  const taken = takenNames(flows);
  const needs = (name: string) => takenOf(requests[name], taken);
  return [
    ...Object.entries(mixes).flatMap(([mix, parts]) =>
      Object.keys(parts).flatMap((name): Wrong[] => {
        const needed = needs(name);
        if (needed.length === 0) return [];
        const message = `expected a request that can be sent by itself: ${name} needs ${braced(needed)}, which only a flow provides`;
        return [{ path: ['service', 'mixes', mix, name], message }];
      }),
    ),
    ...Object.entries(flows).flatMap(([name, flow]) => {
      const known = new Set<string>();
      return flowParts
        .flatMap((part) => flow[part].map((step, index) => ({ step, path: [part, index] })))
        .flatMap(({ step, path }): Wrong[] => {
          const missing = needs(step.request).filter((value) => !known.has(value));
          for (const value of Object.keys(step.take)) known.add(value);
          if (missing.length === 0) return [];
          const message = `expected a step before it that takes ${braced(missing)}, which ${step.request} needs`;
          return [{ path: ['service', 'flows', name, ...path, 'request'], message }];
        });
    }),
  ];
}
