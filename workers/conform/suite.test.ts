import { afterEach, expect, it } from 'vitest';
import type { ConformOrder } from '../../contracts/conform.ts';
import { assignmentDefaults } from '../../tests/support/loads.ts';
import { type Loopback, listen, plainAddress } from '../../tests/support/loopback.ts';
import { findings } from './suite.ts';

let server: Loopback;
afterEach(() => server.close());

it.each([
  ['400 Bad Request', 'passed', null],
  ['422 Unprocessable Content', 'failed', expect.stringContaining('(status, 422)')],
  ['500 Internal Server Error', 'failed', expect.stringContaining('(status, 500)')],
])('refusing an invalid request with %s has %s', async (status, outcome, came) => {
  server = await listen((socket) => {
    socket.on('data', () => socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n{}`));
  });
  const order: ConformOrder = {
    ...assignmentDefaults,
    ...{ workload: 'inventory', protocol: 'rest', only: ['refuses-zero'] },
    ...{ address: plainAddress(server.port), timeoutMs: 60_000, idleMs: 0 },
  };
  expect(await findings(order).next()).toMatchObject({ value: { outcome, came } });
});
