import type { WorkloadName } from '../words.ts';
import { deliveryWorkload } from './delivery.ts';
import { productWorkload } from './product.ts';
import type { WorkloadContract } from './workload.ts';

/** Every workload by its name. */
export const workloads: Partial<Record<WorkloadName, WorkloadContract>> = {
  product: productWorkload,
  delivery: deliveryWorkload,
};

/** @throws TypeError when there is none of this name. */
export function workloadOf(name: WorkloadName): WorkloadContract {
  const workload = workloads[name];
  if (!workload) throw new TypeError(`no such workload: ${name}`);
  return workload;
}
