import { expect, it } from 'vitest';
import { SharedRoom } from '../protocols/shared-room.ts';
import { bodyBytesOf, HeldBody } from './body-memory.ts';

it('gives bodies a quarter of the memory, and the processes of a service a share of it', () => {
  expect(bodyBytesOf(24e9)).toBe(6e9);
  expect(bodyBytesOf(24e9, 4)).toBe(1.5e9);
  expect(bodyBytesOf(1e8)).toBe(2 ** 28);
  expect(bodyBytesOf(4e9, 8)).toBe(2 ** 28);
});

it('counts what all requests hold until each is released, once', () => {
  const memory = new SharedRoom(3000);
  const [one, other] = [new HeldBody(memory), new HeldBody(memory)];
  expect(one.add(1000)).toBeNull();
  expect(other.add(1000)).toBeNull();
  expect(other.add(1000)).toMatchObject({
    statusCode: 503,
    message: expect.stringContaining('3000 bytes'),
  });
  one.clear();
  one.clear();
  expect(other.add(1000)).toBeNull();
  other.clear();
  expect(memory.held).toBe(0);
});
