import { expect } from 'vitest';
import type { Message } from '../../workloads/description.ts';

/** Libraries have their own classes for objects and octets. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/** Expects two messages to have equal content. */
export function expectSame(actual: unknown, expected: Message): void {
  expect(plain(actual)).toEqual(plain(expected));
}
