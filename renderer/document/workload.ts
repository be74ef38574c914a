import type { z } from 'zod';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import { flowSchema, mixSchema } from '../../contracts/experiment/flows.ts';
import { valueAt } from '../../contracts/experiment/path.ts';
import type { ServiceSettings } from '../../contracts/experiment/service.ts';
import { workloadNameSchema } from '../../contracts/words.ts';
import { writtenWorkload } from '../../workloads/own-service/workload.ts';
import { isShape, listedShapes } from '../../workloads/plans.ts';
import { workloadOf } from '../../workloads/registry.ts';
import type { WorkloadContract } from '../../workloads/workload.ts';
import { isKeyed, readText, removeValue, setValue } from './edit.ts';

/** Requests, mixes and flows of an own service, as far as they can be read; null if the file has none. */
function ownShapes(data: unknown): Pick<ServiceSettings, 'requests' | 'mixes' | 'flows'> | null {
  const service = valueAt(data, ['service']);
  if (!isKeyed(service)) return null;
  return {
    requests: ownRequests(service),
    mixes: readable(service.mixes, mixSchema),
    flows: readable(service.flows, flowSchema),
  };
}

function readable<T>(groups: unknown, schema: z.ZodType<T>): Record<string, T> {
  const entries = Object.entries(isKeyed(groups) ? groups : {}).flatMap(([name, group]) => {
    const { success, data } = schema.safeParse(group);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(entries);
}

function ownRequests(service: Record<string, unknown>): ServiceSettings['requests'] {
  const requests = isKeyed(service.requests) ? service.requests : {};
  const entries = Object.entries(requests).flatMap(([name, request]) =>
    isKeyed(request)
      ? [[name, { doc: shortText(request.doc), checks: [], ...forms(request) }]]
      : [],
  );
  return Object.fromEntries(entries);
}

const shortText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const forms = (request: Record<string, unknown>) =>
  Object.fromEntries(
    ownServiceProtocols.flatMap((name) => (name in request ? [[name, request[name]]] : [])),
  );

/** The workload of a file, or of its own service; the default while it names no valid one. */
export function workloadInFile(data: unknown): WorkloadContract {
  const own = ownShapes(data);
  if (own) return writtenWorkload(own);
  return workloadOf(workloadNameSchema.safeParse(valueAt(data, ['workload'])).data ?? 'product');
}

/** Replaces shapes that the load cannot use with the first that it can. */
export function withFittingShapes(text: string): string {
  const { data } = readText(text);
  const named = valueAt(data, ['workload']) ?? 'product';
  if (!workloadNameSchema.safeParse(named).success) return text;
  const workload = workloadInFile(data);
  const isPlan = valueAt(data, ['load', 'model']) === 'plan';
  const shapes = [valueAt(data, ['factors', 'shape']) ?? []].flat();
  const fits = shapes.every((shape) => isShape(workload, String(shape), isPlan));
  const [first] = listedShapes(workload, isPlan);
  return fits || !first ? text : setValue(text, ['factors', 'shape'], [first.name]);
}

/**
 * The text with another workload. Shapes that it lacks are replaced by its first, and settings of the
 * data, which belonged to the old one, are removed.
 */
export function withWorkload(text: string, name: string): string {
  const changed = setValue(text, ['workload'], name);
  if (!workloadNameSchema.safeParse(name).success) return changed;
  const isGiven = valueAt(readText(changed).data, ['data']) !== undefined;
  return withFittingShapes(isGiven ? removeValue(changed, ['data']) : changed);
}
