import type { WatchSettings } from '../../contracts/experiment/target.ts';
import type { HopStart } from '../../contracts/hop-messages.ts';
import type { ServerStart, ServerWatchOrder, StackStart } from '../../contracts/server-messages.ts';
import type { ServiceStartOrder } from '../../contracts/service-messages.ts';
import { entryUrl } from '../platform/entries.ts';
import {
  bundled,
  type ServiceObserver,
  type ServiceProcess,
  startProcess,
} from './forked-service.ts';

/**
 * Starts a service and waits until it listens.
 * @param cores that it and all of its processes are pinned to; null for no pinning.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function startService(
  options: Omit<ServiceStartOrder, 'type'>,
  observer: ServiceObserver | null = null,
  cores: readonly number[] | null = null,
): Promise<ServiceProcess> {
  return startProcess(
    entryUrl('service'),
    { type: 'start', ...options },
    `${options.protocol} service`,
    observer,
    { ...bundled, cores, hasOneLoop: (options.workers ?? 1) === 1 },
  );
}

/**
 * Starts a process between client and service and waits until it listens.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function startHop(
  start: HopStart,
  observer: ServiceObserver | null = null,
): Promise<ServiceProcess> {
  return startProcess(entryUrl('hop'), start, hopNames[start.hop], observer);
}

/** Names in sentences. */
export const hopNames = { gateway: 'API gateway', network: 'emulated network' } as const;

/** An own server: its name in sentences, and the secrets that its log must not show. */
export interface OwnServerOptions {
  readonly name: string;
  readonly secrets: () => readonly string[];
  /** Cores that it and its child processes are pinned to; null for no pinning. */
  readonly cores: readonly number[] | null;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Extra time for the process that supervises it. */
const ownMomentMs = 10_000;

/**
 * Starts the program of a stack and waits until it listens.
 * @throws WirebenchError SERVICE_START_FAILED, whose hint is the end of its log.
 */
export function startStackService(
  start: StackStart,
  options: Pick<OwnServerOptions, 'name' | 'cores' | 'signal'>,
  observer: ServiceObserver | null = null,
): Promise<ServiceProcess> {
  return startProcess(entryUrl('server'), start, options.name, observer, {
    ...options,
    startMs: start.withinMs + ownMomentMs,
    stopMs: start.graceMs + ownMomentMs,
    hasOneLoop: false,
    code: 'SERVICE_START_FAILED',
    secrets: () => [],
  });
}

/**
 * Starts the user's own server and waits until it is ready.
 * @throws WirebenchError SERVER_START_FAILED, whose hint is the end of its log.
 */
export function startOwnServer(
  start: ServerStart,
  { name, secrets, cores, signal }: OwnServerOptions,
): Promise<ServiceProcess> {
  return startProcess(entryUrl('server'), start, name, null, {
    startMs: start.withinMs + ownMomentMs,
    stopMs: start.graceMs + ownMomentMs,
    hasOneLoop: false,
    code: 'SERVER_START_FAILED',
    secrets,
    cores,
    signal,
  });
}

/** Watches a running server. @throws WirebenchError SERVER_NOT_FOUND */
export function watchOwnServer({ port, pid }: WatchSettings, name: string) {
  const order: ServerWatchOrder = {
    type: 'watch-server',
    ...(port === undefined ? {} : { port }),
    ...(pid === undefined ? {} : { pid }),
  };
  return startProcess(entryUrl('server'), order, name, null, {
    ...bundled,
    hasOneLoop: false,
    code: 'SERVER_NOT_FOUND',
  });
}
