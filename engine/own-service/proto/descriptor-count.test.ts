import { expect, it } from 'vitest';
import { DescriptorCount } from './descriptor-count.ts';

/** Field 4 of a file, a message, with this content. */
const messages = (count: number, content: readonly number[] = []) =>
  Uint8Array.from(
    { length: count * (2 + content.length) },
    (_, at) => [0x22, content.length, ...content][at % (2 + content.length)] ?? 0,
  );

it('counts messages of all files together, without creating them', () => {
  const count = new DescriptorCount();
  for (let file = 0; file < 9; file++) count.add(messages(10_000), 'file');
  expect(() => count.add(messages(10_000), 'file')).toThrow(/more than 100000 messages/);
});

it('counts nested messages', () => {
  const inner = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 0x12 : 0));
  expect(() => new DescriptorCount().add(messages(3000, inner), 'file')).not.toThrow();
  expect(() => new DescriptorCount().add(messages(10_000, inner), 'file')).toThrow(/more than/);
});

it('counts the fields of each message squared, which is their cost', () => {
  const fields = (count: number) =>
    Array.from({ length: count * 2 }, (_, at) => (at % 2 ? 0 : 0x12));
  const one = (count: number) => {
    const content = fields(count);
    return Uint8Array.from([0x22, (content.length & 127) | 128, content.length >> 7, ...content]);
  };
  expect(() => new DescriptorCount().add(one(4400), 'file')).not.toThrow();
  expect(() => new DescriptorCount().add(one(4500), 'file')).toThrow(/thousands of fields/);
  const several = new DescriptorCount();
  for (let file = 0; file < 20; file++) several.add(one(1000), 'file');
  expect(() => several.add(one(1000), 'file')).toThrow(/thousands of fields/);
});

it('terminates for any bytes', () => {
  const deep = Uint8Array.from({ length: 2000 }, () => 0x1a);
  for (const bytes of [deep, Uint8Array.from([0x0a, 0xff, 0xff, 0xff, 0x0f]), new Uint8Array(0)]) {
    try {
      new DescriptorCount().add(bytes, 'set');
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});
