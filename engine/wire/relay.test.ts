import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../tests/support/port-of.ts';
import { openRelay } from './relay.ts';

/** Sends the same data for as long as the connection is open. */
async function endless(): Promise<{ host: string; port: number }> {
  const piece = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000));
  const server = net.createServer((socket) => {
    const pour = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on('error', () => undefined);
    socket.on('drain', pour);
    pour();
  });
  return { host: '127.0.0.1', port: await portOf(server) };
}

it('keeps a limited amount from a service that never stops, and ends its connections', async () => {
  const most = 1_000_000;
  const relay = await openRelay(await endless(), most);
  onTestFinished(() => relay.close());
  const client = net.connect(relay.port, relay.host);
  client.on('error', () => undefined).resume();
  await once(client, 'close');
  await relay.drained();
  expect(relay.isFull).toBe(true);
  const kept = relay.recorded().flatMap(({ chunks }) => chunks.map(({ bytes }) => bytes.length));
  const sum = kept.reduce((all, length) => all + length, 0);
  expect(sum).toBeGreaterThan(most / 2);
  expect(sum).toBeLessThanOrEqual(most);
});

it.each([
  ['reset', null],
  ['gone', 'ECONNREFUSED'],
] as const)('says whether a service was reached that is %s', async (how, unreached) => {
  const server = net.createServer((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  });
  const port = await portOf(server);
  if (how === 'gone') await new Promise((closed) => server.close(closed));
  const relay = await openRelay({ host: '127.0.0.1', port });
  onTestFinished(() => relay.close());
  expect(relay.unreached).toBeNull();
  const client = net.connect(relay.port, relay.host);
  client.on('error', () => undefined).resume();
  client.write('x');
  await once(client, 'close');
  await relay.drained();
  expect(relay.unreached).toBe(unreached);
  expect(relay.isFull).toBe(false);
});
