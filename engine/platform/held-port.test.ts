import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePorts, HeldPort } from './held-port.ts';

const listens = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
};

it('gives each port once, and servers may listen at all of them', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) await listens(port);
});

it('gives a port on although somebody who looks for an earlier server connects to it', async () => {
  const held = await HeldPort.any();
  const client = connect(held.port, '127.0.0.1');
  await once(client, 'connect');
  await held.open();
  await listens(held.port);
  await held.release();
  client.destroy();
});

it('keeps a port from servers until it is opened, and then from those who ask for one', async () => {
  const held = await HeldPort.any();
  await expect(listens(held.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await held.open();
  await listens(held.port);
  const others = await freePorts(300);
  expect(others).not.toContain(held.port);
  await held.release();
  await expect(once(connect(held.port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
