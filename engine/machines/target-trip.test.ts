import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { targetTrip } from './target-trip.ts';

async function listener() {
  const server = createServer();
  let sent = 0;
  server.on('connection', (socket) => {
    socket.on('data', (content) => {
      sent += content.length;
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, sentBytes: () => sent };
}

describe('the round trip to a target', () => {
  it('is measured without sending anything', async () => {
    const { server, port, sentBytes } = await listener();
    onTestFinished(() => {
      server.close();
    });
    expect(await targetTrip({ host: '127.0.0.1', port })).toBeGreaterThan(0);
    expect(sentBytes()).toBe(0);
  });

  it('is unknown for an unreachable one', async () => {
    const { server, port } = await listener();
    server.close();
    await once(server, 'close');
    expect(await targetTrip({ host: '127.0.0.1', port })).toBeNull();
  });
});
