import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePorts, HeldPort } from './held-port.ts';

const listens = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
};

it('gives each port once, and servers can listen on all of them', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) await listens(port);
});

it('hands a port over although a client of an earlier server connects to it', async () => {
  const held = await HeldPort.any();
  const client = connect(held.port, '127.0.0.1');
  await once(client, 'connect');
  await held.open();
  await listens(held.port);
  await held.release();
  client.destroy();
});

it('blocks a port for servers until it is opened, and for other holders after that', async () => {
  const held = await HeldPort.any();
  await expect(listens(held.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await held.open();
  await listens(held.port);
  const others = await freePorts(300);
  expect(others).not.toContain(held.port);
  await held.release();
  await expect(once(connect(held.port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
