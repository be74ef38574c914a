import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Clock } from './clock.ts';
import { Link } from './link.ts';
import { Pipe } from './pipe.ts';

it('a pipe holds bytes, and its sender at the window, until the receiver has taken them', async () => {
  const [from, to] = [new Socket(), new Socket()];
  const writing = new Promise<() => void>((resolve) => {
    to._write = (_piece, _encoding, taken) => resolve(taken);
  });
  const link = new Link({ delayMs: 0, jitterMs: 0, bitsPerSecond: null, seed: 1 });
  const held = { bytes: 0 };
  new Pipe({ from, to, link, clock: new Clock(), held, opensMs: 0, windowBytes: 8 });
  const seen = () => [held.bytes, from.isPaused()];

  from.emit('data', Buffer.alloc(7));
  expect(seen()).toEqual([7, false]);
  from.emit('data', Buffer.alloc(1));
  expect(seen()).toEqual([8, true]);
  const taken = await writing;
  expect(seen()).toEqual([8, true]);
  taken();
  await setImmediate();
  expect(seen()).toEqual([1, false]);
});

it('a pipe forgets what its receiver can no longer take, and goes on reading', async () => {
  const [from, to] = [new Socket(), new Socket()];
  const link = new Link({ delayMs: 0, jitterMs: 0, bitsPerSecond: null, seed: 1 });
  const held = { bytes: 0 };
  new Pipe({ from, to, link, clock: new Clock(), held, opensMs: 0, windowBytes: 8 });
  to.destroy();
  from.emit('data', Buffer.alloc(9));
  expect([held.bytes, from.isPaused()]).toEqual([9, true]);
  await expect.poll(() => [held.bytes, from.isPaused()]).toEqual([0, false]);
});
