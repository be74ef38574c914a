import { RPCLink } from '@orpc/client/websocket';
import type { LinkEvents } from './connection.ts';

const firstDelayMs = 400;
const longestDelayMs = 5000;
/** Close code with which the browser shell turns away a wrong token. */
const policyViolation = 1008;

function engineAddress(token: string | null): string {
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  const query = token === null ? '' : `?token=${encodeURIComponent(token)}`;
  return `${scheme}//${window.location.host}/engine${query}`;
}

/** Keeps a WebSocket to the engine of the browser shell open, trying again with growing pauses. */
export function connectWebSocket(token: string | null, events: LinkEvents): void {
  let delayMs = firstDelayMs;
  const open = () => {
    const websocket = new WebSocket(engineAddress(token));
    websocket.binaryType = 'arraybuffer';
    websocket.addEventListener('open', () => {
      delayMs = firstDelayMs;
      events.opened({ link: new RPCLink({ websocket }) });
    });
    websocket.addEventListener('close', (event) => {
      const refused = event.code === policyViolation;
      events.closed(refused ? 'refused' : 'lost');
      if (refused) return;
      setTimeout(open, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    });
  };
  open();
}
