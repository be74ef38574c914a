import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import type { OpenedWorkload } from './handlers.ts';

/** Makes a workload's handlers, with the data that they are about. */
type OpenWorkload = (setup: ServiceSetup) => Promise<OpenedWorkload>;

/** Loaded on demand, so that a process holds nothing of the other workloads. */
const openers: Record<WorkloadName, () => Promise<OpenWorkload>> = {
  product: async () => (await import('./product.ts')).openProduct,
  inventory: async () => (await import('./inventory.ts')).openInventory,
  store: async () => (await import('./store.ts')).openStoreWorkload,
  delivery: async () => (await import('./delivery.ts')).openDelivery,
  team: async () => (await import('./team.ts')).openTeam,
};

/**
 * Opens a workload. Settings of its data that are left out have their defaults.
 * @throws TypeError when there is none of this name; ZodError when a setting is wrong.
 */
export async function openWorkload(
  name: WorkloadName,
  setup: ServiceSetup,
): Promise<OpenedWorkload> {
  const load = openers[name];
  const data = workloadOf(name).data.parse(setup.data);
  const open = await load();
  return open({ ...setup, data });
}
