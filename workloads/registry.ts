import type { ServiceSettings } from '../contracts/experiment/service.ts';
import type { OwnService } from '../contracts/own-service.ts';
import { type Protocol, protocols, type Subject, type WorkloadName } from '../contracts/words.ts';
import { deliveryWorkload } from './delivery/delivery.ts';
import { isOffered } from './description.ts';
import { inventoryWorkload } from './inventory/inventory.ts';
import { ownServiceWorkload, writtenWorkload } from './own-service/workload.ts';
import { productWorkload } from './product/product.ts';
import { storeWorkload } from './store/store.ts';
import { teamWorkload } from './team/team.ts';
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

/** Inputs that determine the workload of an experiment. */
interface Measured {
  readonly workload: Subject;
  /** An own service, as in the file, and after its descriptions have been read. */
  readonly service?: Pick<ServiceSettings, 'requests'> | undefined;
  readonly custom?: OwnService | undefined;
}

/** The workload of an experiment: a bundled one, or an own service. */
export function workloadIn({ workload, service, custom }: Measured): WorkloadContract {
  if (custom) return ownServiceWorkload(custom);
  if (service) return writtenWorkload(service);
  if (workload === 'custom') throw new TypeError('the own service has not been read');
  return workloadOf(workload);
}

/** The names of the shapes of a workload, in the order in which they are listed. */
export function shapeNamesOf(name: WorkloadName): readonly string[] {
  return workloadOf(name).shapes.map((shape) => shape.name);
}

/** The protocols that offer the operation of a shape; empty for an unknown shape. */
export function protocolsOffering(name: WorkloadName, shape: string): Protocol[] {
  const operation = workloadOf(name).operationOf(shape);
  return protocols.filter((protocol) => operation !== null && isOffered(operation, protocol));
}
