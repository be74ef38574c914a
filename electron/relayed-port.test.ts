import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { os, type RouterClient } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { RelayedPort } from './relayed-port.ts';

const router = {
  double: os.input(z.number()).handler(({ input }) => input * 2),
  count: os.handler(async function* () {
    yield 1;
    yield 2;
  }),
};

const { port1: window, port2: main } = new MessageChannel();
afterEach(() => window.close());

it('a relayed port carries calls and streams of oRPC', async () => {
  const relayed = new RelayedPort(7, (report) => {
    if (report.type === 'message') main.postMessage(report.data);
  });
  main.on('message', (data) => relayed.deliver(data));
  new RPCHandler(router).upgrade(relayed);
  window.start();
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: window }));

  expect(await client.double(21)).toBe(42);
  const seen: number[] = [];
  for await (const value of await client.count()) seen.push(value);
  expect(seen).toEqual([1, 2]);
});
