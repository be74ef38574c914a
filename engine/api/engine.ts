import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { EngineContract, StartNotice } from '../../contracts/engine-api.ts';
import { MachinesKeeper } from '../machines/keeper.ts';
import { closeHome, databaseName, stateHome } from '../platform/home.ts';
import { RunManager } from '../run/manager.ts';
import { addLeftBehind, noteNotFetched, recoverInterrupted } from '../run/recovery.ts';
import { HandServices } from '../services/hand-services.ts';
import { StackBuilds } from '../stacks/builds.ts';
import { openStore } from '../store/store.ts';
import { createRouter, type Router } from './router.ts';

/**
 * The niceness of load workers and of services started for a run while a window is shown (Linux, where each
 * thread has its own). Both get the same, so that neither is favoured. The window and the system keep the
 * default, so that they stay responsive while the load uses every core. On dedicated or otherwise idle cores it
 * changes nothing. Without a window the load has the default priority.
 */
const besideWindowNiceness = 10;

export interface EngineOptions {
  /** Folder of all data; default WIREBENCH_HOME, or the platform's data folder. */
  readonly home?: string;
  /** Another database than `wirebench.db` in `home`. */
  readonly database?: string;
  /** Whether this machine shows a window, which must stay responsive under load (Linux). */
  readonly besideWindow?: boolean;
}

/** The engine as a shell uses it: it serves `router`, or calls `client` in its own process. */
export interface Engine {
  readonly router: Router;
  readonly client: ContractRouterClient<EngineContract>;
  /** Messages about the start. */
  readonly notices: readonly StartNotice[];
  /** @throws WirebenchError RUN_NOT_FOUND, RUN_AMBIGUOUS */
  resolveRunId(prefix: string): string;
  /** Stops a run in progress, keeps its results, and closes the store. */
  close(): Promise<void>;
}

/** Removed runs can be restored for this long. */
const keepRemovedMs = 7 * 24 * 3_600_000;

/**
 * Opens the store and everything above it; finishes runs that a killed engine left unfinished.
 * @throws WirebenchError STORE_WRITE_FAILED when the state cannot be written.
 */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const home = options.home ?? stateHome();
  const database = options.database ?? join(home, databaseName);
  const store = openStore(database);
  const openHome = closeHome(home);
  const notices = [
    ...[openHome ?? []].flat().map((text) => ({ text, runId: null })),
    ...store.notices.map((text) => ({ text, runId: null })),
    ...recoverInterrupted(store),
  ];
  store.purgeRemoved(new Date(Date.now() - keepRemovedMs));
  const machines = new MachinesKeeper(home, {
    add: (trial, ticks) => addLeftBehind(store, trial, ticks),
    failed: (trial, error) => noteNotFetched(store, trial, error),
  });
  const niceness = options.besideWindow ? besideWindowNiceness : 0;
  const runs = new RunManager(store, home, niceness, machines);
  const services = new HandServices(home);
  const builds = new StackBuilds(runs);
  const router = createRouter({ store, runs, services, builds, machines, home, database, notices });
  return {
    router,
    client: createRouterClient(router),
    notices,
    resolveRunId: (prefix) => store.resolveRunId(prefix),
    close: async () => {
      await runs.close();
      await machines.close();
      await services.close();
      builds.close();
      store.close();
    },
  };
}
