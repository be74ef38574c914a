import type { WorkloadName } from '../words.ts';
import { deliveryWorkload } from './delivery.ts';
import { inventoryWorkload } from './inventory.ts';
import { productWorkload } from './product.ts';
import { storeWorkload } from './store.ts';
import { teamWorkload } from './team.ts';
import type { WorkloadContract } from './workload.ts';

/** Every workload by its name. */
export const workloads: Readonly<Record<WorkloadName, WorkloadContract>> = {
  product: productWorkload,
  inventory: inventoryWorkload,
  store: storeWorkload,
  delivery: deliveryWorkload,
  team: teamWorkload,
};

export function workloadOf(name: WorkloadName): WorkloadContract {
  return workloads[name];
}
