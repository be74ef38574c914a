import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listening } from './listening.ts';

it('a gateway closes what fails, and on its stop all of its own', async () => {
  const server = createServer();
  const stopped = vi.fn();
  const { port, stop } = await listening(server, { host: '127.0.0.1', port: 0 }, stopped);
  expect(server.address()).toMatchObject({ port, address: '127.0.0.1' });
  const accepted: Socket[] = [];
  server.on('connection', (socket) => accepted.push(socket));
  const clients: Socket[] = [];
  for (const count of [1, 2]) {
    const client = connect(port, '127.0.0.1').resume();
    onTestFinished(() => void client.destroy());
    clients.push(client);
    await expect.poll(() => accepted, { interval: 1 }).toHaveLength(count);
  }
  const closed = clients.map((client) => once(client, 'close'));
  accepted[0]?.emit('error', new Error('reset'));
  await closed[0];
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(stopped).not.toHaveBeenCalled();
  await stop();
  expect([stopped.mock.calls.length, server.listening]).toEqual([1, false]);
  await closed[1];
  const other = await listening(createServer(), { host: '127.0.0.1', port: 0 });
  await other.stop();
});
