import { RPCLink, type SupportedMessagePort } from '@orpc/client/message-port';
import { requestEnginePort, shellEvents } from '../../contracts/shell.ts';
import type { LinkEvents } from './connection.ts';

/**
 * A port that can be marked as closed: when the engine process ends, older Chromium versions
 * fire no `close` event, and the calls in flight would wait for ever.
 */
class ClosablePort {
  private readonly port: MessagePort;
  private readonly closers: (() => void)[] = [];

  constructor(port: MessagePort) {
    this.port = port;
  }

  addEventListener: MessagePort['addEventListener'] = (
    type: string,
    listener: EventListenerOrEventListenerObject,
  ) => {
    if (type === 'close' && typeof listener === 'function') {
      this.closers.push(() => listener(new Event('close')));
      return;
    }
    this.port.addEventListener(type, listener);
  };

  postMessage: MessagePort['postMessage'] = (
    message: unknown,
    transfer?: Transferable[] | StructuredSerializeOptions,
  ) => {
    this.port.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
  };

  close(): void {
    for (const closer of this.closers.splice(0)) closer();
    this.port.close();
  }
}

/** Accepts ports from the desktop shell; each replaces the previous one. */
export function connectMessagePort(events: LinkEvents): void {
  let open: ClosablePort | null = null;
  window.addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== window || event.data !== shellEvents.enginePort || !port) return;
    const mine = new ClosablePort(port);
    const previous = open;
    // First, because Electron 22 reports a port closed while it is being closed.
    open = mine;
    previous?.close();
    port.addEventListener('close', () => {
      if (open !== mine) return;
      open = null;
      mine.close();
      // Only the end of its process closes the other end.
      events.closed('ended');
      window.postMessage(requestEnginePort, window.location.origin);
    });
    const link = new RPCLink({ port: mine satisfies SupportedMessagePort });
    port.start();
    events.opened({ link });
  });
  window.postMessage(requestEnginePort, window.location.origin);
}
