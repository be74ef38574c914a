import { RPCLink } from '@orpc/client/websocket';
import type { LinkEvents } from './connection.ts';
import { onceTokenKept, type WindowTokens } from './token.ts';

const firstDelayMs = 400;
const longestDelayMs = 5000;
/** Close code of the browser shell for a wrong token. */
const policyViolation = 1008;

function engineAddress(token: string | null): string {
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  const query = token === null ? '' : `?token=${encodeURIComponent(token)}`;
  return `${scheme}//${window.location.host}/engine${query}`;
}

/** Keeps a WebSocket to the engine of the browser shell open, retrying with growing pauses. */
export function connectWebSocket(tokens: WindowTokens, events: LinkEvents): void {
  let delayMs = firstDelayMs;
  let accepted = false;
  const open = () => {
    const token = tokens.current;
    const websocket = new WebSocket(engineAddress(token));
    websocket.binaryType = 'arraybuffer';
    const admitted = () => {
      delayMs = firstDelayMs;
      accepted = true;
      if (token !== null) tokens.keep(token);
      events.opened({ link: new RPCLink({ websocket }) });
    };
    // The engine greets windows that it admits; a rejected window also has an open socket for a moment.
    websocket.addEventListener('message', admitted, { once: true });
    websocket.addEventListener('close', ({ code }) => {
      if (code === policyViolation) {
        if (tokens.drop(token)) return open();
        onceTokenKept(open);
        return events.closed(accepted ? 'outdated' : 'refused');
      }
      events.closed('lost');
      setTimeout(open, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    });
  };
  open();
}
