import type { WorkloadName } from '../words.ts';
import { inventoryWorkload } from './inventory.ts';
import { productWorkload } from './product.ts';
import { storeWorkload } from './store.ts';
import { teamWorkload } from './team.ts';
import type { WorkloadContract } from './workload.ts';

/** Every workload by its name. */
export const workloads: Partial<Record<WorkloadName, WorkloadContract>> = {
  product: productWorkload,
  inventory: inventoryWorkload,
  store: storeWorkload,
  team: teamWorkload,
};

/** The names of the shapes of a workload, in the order in which they are listed. */
export function shapeNamesOf(name: WorkloadName): readonly string[] {
  return workloadOf(name).shapes.map((shape) => shape.name);
}

/** @throws TypeError when there is none of this name. */
export function workloadOf(name: WorkloadName): WorkloadContract {
  const workload = workloads[name];
  if (!workload) throw new TypeError(`no such workload: ${name}`);
  return workload;
}
