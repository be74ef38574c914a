import type { ClientContext, ClientLink } from '@orpc/client';
import { create } from 'zustand';

export interface ConnectionState {
  /**
   * `refused`: the engine does not accept this window's token, so trying again is of no use.
   * `outdated`: no longer, since it was started anew.
   */
  readonly status: 'connecting' | 'open' | 'lost' | 'refused' | 'outdated';
  /** Counts the connections made; subscriptions start again when it changes. */
  readonly epoch: number;
}

/** Whether the window can talk to its engine. */
export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', epoch: 0 }));

/** Whether there was an engine, and is none any more as far as this window can see. */
export function isAway({ status }: ConnectionState): boolean {
  return status === 'lost' || status === 'outdated';
}

/** One open way to the engine. */
export interface OpenLink {
  readonly link: ClientLink<ClientContext>;
}

/** Told by a transport what becomes of its connection. */
export interface LinkEvents {
  opened(open: OpenLink): void;
  closed(reason: 'lost' | 'refused' | 'outdated'): void;
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

const patienceMs = 10_000;
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
    if (reason !== 'lost') for (const call of waiting.splice(0)) call.refuse();
  },
};

function openLink(): Promise<OpenLink> {
  if (current) return Promise.resolve(current);
  const { status } = useConnection.getState();
  if (status === 'refused' || status === 'outdated')
    return Promise.reject(new NotAuthorisedError());
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
    }, patienceMs);
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
