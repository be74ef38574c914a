import { randomUUID } from 'node:crypto';
import { WirebenchError } from '../../contracts/errors.ts';
import { isLoopbackHost } from '../../contracts/experiment/addresses.ts';
import type { ListedTarget, RemoteTarget, SavedTarget } from '../../contracts/services.ts';
import { parseTarget } from '../run/address.ts';
import type { Store } from '../store/store.ts';

type TargetStore = Pick<
  Store,
  'savedTargets' | 'savedTarget' | 'putTarget' | 'deleteTarget' | 'confirmedHosts'
>;

/** The saved targets, each with the hosts that must be confirmed before any load. */
export function listTargets(store: TargetStore): ListedTarget[] {
  const confirmed = store.confirmedHosts();
  return store.savedTargets().map((target) => ({
    ...target,
    hosts: remoteHostsOf(target).map((host) => ({ host, confirmed: confirmed.includes(host) })),
  }));
}

/**
 * Adds a target, or changes the one of `id`.
 * @throws WirebenchError TARGET_NOT_FOUND
 */
export function saveTarget(
  store: TargetStore,
  id: string | null,
  target: RemoteTarget,
): SavedTarget {
  if (id !== null) targetOf(store, id);
  const saved = { ...target, id: id ?? randomUUID(), savedAt: new Date().toISOString() };
  store.putTarget(saved);
  return saved;
}

/** @throws WirebenchError TARGET_NOT_FOUND */
export function removeTarget(store: TargetStore, id: string): SavedTarget {
  const target = targetOf(store, id);
  store.deleteTarget(id);
  return target;
}

function targetOf(store: TargetStore, id: string): SavedTarget {
  const target = store.savedTarget(id);
  if (target) return target;
  throw new WirebenchError('TARGET_NOT_FOUND', `No saved target has the id ${id.slice(0, 60)}`);
}

function remoteHostsOf({ addresses }: RemoteTarget): string[] {
  const hosts = Object.values(addresses).flatMap((address) =>
    address === undefined ? [] : [parseTarget(address).host.toLowerCase()],
  );
  return [...new Set(hosts)].filter((host) => !isLoopbackHost(host));
}
