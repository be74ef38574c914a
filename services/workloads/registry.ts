import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import type { OpenedWorkload } from './handlers.ts';

/** Creates a workload's handlers with their data. */
type OpenWorkload = (setup: ServiceSetup) => Promise<OpenedWorkload>;

/** Loaded on demand, so that a process does not load the other workloads. */
const openers: Record<WorkloadName, () => Promise<OpenWorkload>> = {
  product: async () => (await import('./product.ts')).openProduct,
  inventory: async () => (await import('./inventory.ts')).openInventory,
  store: async () => (await import('./store.ts')).openStoreWorkload,
  delivery: async () => (await import('./delivery.ts')).openDelivery,
  team: async () => (await import('./team.ts')).openTeam,
};

/**
 * Opens a workload. Omitted settings of its data have their defaults.
 * @throws TypeError for an unknown name; ZodError for an invalid setting.
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
