import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { targetTrip } from './target-trip.ts';

const host = '127.0.0.1';

describe('the round trip to a target', () => {
  it('is measured without sending anything', async () => {
    let sent = 0;
    const server = createServer((socket) => {
      socket.on('data', (content) => {
        sent += content.length;
      });
      socket.on('error', () => undefined);
    });
    expect(await targetTrip({ host, port: await portOf(server) })).toBeGreaterThan(0);
    expect(sent).toBe(0);
  });

  it('is unknown for an unreachable one', async () => {
    expect(await targetTrip({ host, port: await freePort() })).toBeNull();
  });
});
