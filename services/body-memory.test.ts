import { expect, it } from 'vitest';
import { MemoryBudget, pieceOctets } from '../protocols/memory-budget.ts';
import { bodies, bodyBytesOf, countedBytes, HeldBody, ReceivedBody } from './body-memory.ts';

it('gives bodies a quarter of the memory, and the processes of a service a share of it', () => {
  expect(bodyBytesOf(24e9)).toBe(6e9);
  expect(bodyBytesOf(24e9, 4)).toBe(1.5e9);
  expect(bodyBytesOf(1e8)).toBe(2 ** 28);
  expect(bodyBytesOf(4e9, 8)).toBe(2 ** 28);
});

it('counts the bytes of all requests until each is released, once', () => {
  const memory = new MemoryBudget(3000);
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

it('counts a body with its beginning once it is long, and each of several messages by itself', () => {
  let begun = 0;
  const body = new ReceivedBody(() => {
    begun += 1;
  });
  const before = bodies.held;
  const holds = () => bodies.held - before;
  expect(body.add(countedBytes)).toBeNull();
  expect([holds(), begun]).toEqual([0, 0]);
  expect(body.add(1)).toBeNull();
  expect(body.add(10)).toBeNull();
  expect([holds(), begun]).toEqual([countedBytes + 11 + 2 * pieceOctets, 1]);
  body.clear();
  expect(body.add(countedBytes)).toBeNull();
  expect(holds()).toBe(0);
  expect(body.add(2)).toBeNull();
  expect([holds(), begun]).toEqual([countedBytes + 2 + pieceOctets, 1]);
  body.clear();
  expect(holds()).toBe(0);
});
