import type { ClientContext, ClientLink } from '@orpc/client';
import { create } from 'zustand';

type ClosedReason = 'lost' | 'ended' | 'refused' | 'outdated';

export interface ConnectionState {
  /**
   * `lost`: out of reach, though the engine may live. `ended`: its process has ended.
   * `refused`: the engine does not accept this window's token, so trying again is of no use.
   * `outdated`: no longer, since it was started anew.
   */
  readonly status: 'connecting' | 'open' | ClosedReason;
  /** Counts the connections made; subscriptions start again when it changes. */
  readonly epoch: number;
}

/** Whether the window can talk to its engine. */
export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', epoch: 0 }));

/** Whether the engine that this window knew is known to have ended, and with it the run in progress. */
export function engineEnded({ status }: ConnectionState): boolean {
  return status === 'ended' || status === 'outdated';
}

/** Whether the engine lives and does not answer this window. */
function turnedAway(status: ConnectionState['status']): boolean {
  return status === 'refused' || status === 'outdated';
}

/** One open way to the engine. */
export interface OpenLink {
  readonly link: ClientLink<ClientContext>;
}

/** Told by a transport what becomes of its connection. */
export interface LinkEvents {
  /** The engine answers over it. */
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

/** What the transports report to. */
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

/** Sends each call over the connection of the moment; a call waits a little for one to open. */
export const reconnectingLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const { link } = await openLink();
    return link.call(path, input, options);
  },
};
