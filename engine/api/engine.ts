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
 * The niceness, beside a window, of load workers and of the services that are started for a run (Linux, where each
 * thread has its own). Both have the same, so that neither is favoured; the window and the system
 * go first, so that they stay usable while the load takes every core. On cores of their own, or
 * with nobody else at work, it changes nothing. Without a window the load has the usual priority.
 */
const besideWindowNiceness = 10;

export interface EngineOptions {
  /** Folder of all data; default WIREBENCH_HOME, or that of the platform. */
  readonly home?: string;
  /** Another database than `wirebench.db` in `home`. */
  readonly database?: string;
  /** Whether a window is drawn on this machine, which load must leave usable (Linux). */
  readonly besideWindow?: boolean;
}

/** The engine as a shell holds it: it serves `router`, or calls `client` in its own process. */
export interface Engine {
  readonly router: Router;
  readonly client: ContractRouterClient<EngineContract>;
  /** What happened at the start. */
  readonly notices: readonly StartNotice[];
  /** @throws WirebenchError RUN_NOT_FOUND, RUN_AMBIGUOUS */
  resolveRunId(prefix: string): string;
  /** Stops a run in progress, keeps what was measured, and closes the store. */
  close(): Promise<void>;
}

/** Removed runs can be restored for this long. */
const keepRemovedMs = 7 * 24 * 3_600_000;

/**
 * Opens the store and everything above it; finishes runs that a killed engine left behind.
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
