import { expect, it } from 'vitest';
import { DescriptorCount } from './descriptor-count.ts';

/** Field 4 of a file, a message, with this content. */
const messages = (count: number, content: readonly number[] = []) =>
  Uint8Array.from(
    { length: count * (2 + content.length) },
    (_, at) => [0x22, content.length, ...content][at % (2 + content.length)] ?? 0,
  );

it('counts messages of all files together, without making anything of them', () => {
  const count = new DescriptorCount();
  for (let file = 0; file < 19; file++) count.add(messages(10_000), 'file');
  expect(() => count.add(messages(10_000), 'file')).toThrow(/more than 200000 messages/);
});

it('counts what is inside of messages', () => {
  const inner = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 0x12 : 0));
  expect(() => new DescriptorCount().add(messages(5000, inner), 'file')).not.toThrow();
  expect(() => new DescriptorCount().add(messages(10_000, inner), 'file')).toThrow(/more than/);
});

it('comes to an end with whatever bytes', () => {
  const deep = Uint8Array.from({ length: 2000 }, () => 0x1a);
  for (const bytes of [deep, Uint8Array.from([0x0a, 0xff, 0xff, 0xff, 0x0f]), new Uint8Array(0)]) {
    try {
      new DescriptorCount().add(bytes, 'set');
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});
