import type { IncomingMessage } from 'node:http';

/** Why a request for two hosts is refused with 400: its target is ambiguous (RFC 9112, 3.2). */
export const twoHosts = 'The request has more than one Host header';

export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Most names differ in length, so comparing lengths suffices.
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
