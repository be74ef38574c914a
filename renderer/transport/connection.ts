import type { ClientContext, ClientLink } from '@orpc/client';
import { create } from 'zustand';

export interface ConnectionState {
  /** `refused`: the engine does not accept this window's token, so trying again is of no use. */
  readonly status: 'connecting' | 'open' | 'lost' | 'refused';
  /** Counts the connections made; subscriptions start again when it changes. */
  readonly epoch: number;
}

/** Whether the window can talk to its engine. */
export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', epoch: 0 }));

/** One open way to the engine. */
export interface OpenLink {
  readonly link: ClientLink<ClientContext>;
}

/** Told by a transport what becomes of its connection. */
export interface LinkEvents {
  opened(open: OpenLink): void;
  closed(reason: 'lost' | 'refused'): void;
}

export class EngineUnreachableError extends Error {
  constructor() {
    super('The engine cannot be reached');
    this.name = 'EngineUnreachableError';
  }
}

const patienceMs = 10_000;
let current: OpenLink | null = null;
let waiting: ((open: OpenLink) => void)[] = [];

/** What the transports report to. */
export const linkEvents: LinkEvents = {
  opened(open) {
    current = open;
    useConnection.setState((state) => ({ status: 'open', epoch: state.epoch + 1 }));
    for (const resume of waiting) resume(open);
    waiting = [];
  },
  closed(reason) {
    current = null;
    useConnection.setState({ status: reason });
  },
};

function openLink(): Promise<OpenLink> {
  if (current) return Promise.resolve(current);
  return new Promise((resolve, reject) => {
    const resume = (open: OpenLink) => {
      clearTimeout(timer);
      resolve(open);
    };
    const timer = setTimeout(() => {
      waiting = waiting.filter((other) => other !== resume);
      reject(new EngineUnreachableError());
    }, patienceMs);
    waiting.push(resume);
  });
}

/** Sends each call over the connection of the moment; a call waits a little for one to open. */
export const reconnectingLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const { link } = await openLink();
    return link.call(path, input, options);
  },
};
