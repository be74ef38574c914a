import type { ClientContext, ClientLink } from '@orpc/client';
import { create } from 'zustand';

type ClosedReason = 'lost' | 'ended' | 'refused' | 'outdated';

export interface ConnectionState {
  /**
   * `lost`: out of reach, though the engine may live. `ended`: its process has ended.
   * `refused`: the engine does not accept this window's token, so retrying is useless.
   * `outdated`: no longer, because it was restarted.
   */
  readonly status: 'connecting' | 'open' | ClosedReason;
  /** Number of connections made; subscriptions restart when it changes. */
  readonly epoch: number;
}

/** Whether the engine can be called. */
export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', epoch: 0 }));

/** Whether the engine of this window has certainly ended, and its run with it. */
export function engineEnded({ status }: ConnectionState): boolean {
  return status === 'ended' || status === 'outdated';
}

/** Whether the engine is alive but rejects this window. */
function turnedAway(status: ConnectionState['status']): boolean {
  return status === 'refused' || status === 'outdated';
}

/** An open connection to the engine. */
export interface OpenLink {
  readonly link: ClientLink<ClientContext>;
}

/** Receives the state of a transport's connection. */
export interface LinkEvents {
  /** The engine answers over this connection. */
  opened(open: OpenLink): void;
  closed(reason: ClosedReason): void;
}

export class EngineUnreachableError extends Error {
  constructor() {
    super('The engine cannot be reached');
    this.name = 'EngineUnreachableError';
  }
}

/** The engine answers other windows, but not this one. */
export class NotAuthorisedError extends Error {
  constructor() {
    super('The engine does not accept this window');
    this.name = 'NotAuthorisedError';
  }
}

const timeoutMs = 10_000;
let current: OpenLink | null = null;

interface Waiting {
  resume(open: OpenLink): void;
  refuse(): void;
}
let waiting: Waiting[] = [];

/** Receives the reports of the transports. */
export const linkEvents: LinkEvents = {
  opened(open) {
    current = open;
    useConnection.setState((state) => ({ status: 'open', epoch: state.epoch + 1 }));
    for (const call of waiting.splice(0)) call.resume(open);
  },
  closed(reason) {
    current = null;
    useConnection.setState({ status: reason });
    if (turnedAway(reason)) for (const call of waiting.splice(0)) call.refuse();
  },
};

function openLink(): Promise<OpenLink> {
  if (current) return Promise.resolve(current);
  if (turnedAway(useConnection.getState().status)) return Promise.reject(new NotAuthorisedError());
  return new Promise((resolve, reject) => {
    const call: Waiting = {
      resume(open) {
        clearTimeout(timer);
        resolve(open);
      },
      refuse() {
        clearTimeout(timer);
        reject(new NotAuthorisedError());
      },
    };
    const timer = setTimeout(() => {
      waiting = waiting.filter((other) => other !== call);
      reject(new EngineUnreachableError());
    }, timeoutMs);
    waiting.push(call);
  });
}

/** Sends each call over the current connection; a call waits briefly for one to open. */
export const reconnectingLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const { link } = await openLink();
    return link.call(path, input, options);
  },
};
