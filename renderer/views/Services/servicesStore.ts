import { create } from 'zustand';
import { afterServiceEvent, type WatchedServices } from '../../data/serviceFeed.ts';
import { engine } from '../../transport/engine.ts';

/** The services started by hand, as reported by the engine. */
export interface ServicesState {
  /** Null until the engine has reported. */
  readonly services: WatchedServices | null;
  readonly error: unknown;
}

export const useServices = create<ServicesState>(() => ({ services: null, error: null }));

/**
 * Follows the services until `signal`. If a watch fails, the last state stays, with the error.
 */
export async function followServices(signal: AbortSignal): Promise<void> {
  useServices.setState({ error: null });
  try {
    for await (const event of await engine.services.watch(undefined, { signal })) {
      useServices.setState(({ services }) => ({ services: afterServiceEvent(services, event) }));
    }
  } catch (error) {
    if (!signal.aborted) useServices.setState({ error });
  }
}
