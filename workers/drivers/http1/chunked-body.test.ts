import { expect, it } from 'vitest';
import type { Wire } from '../socket.ts';
import { ChunkedWriter } from './chunked-body.ts';

/** A wire that notes what is written, and has a backlog as told. */
function newWire(backlogs: number[] = []) {
  const heard: string[] = [];
  const drains: (() => void)[] = [];
  const wire: Wire = {
    write: (bytes) => void heard.push(bytes.toString()),
    get writableLength() {
      return backlogs.shift() ?? 0;
    },
    once: (event, listener) => event === 'drain' && drains.push(listener),
    destroy: () => undefined,
  };
  return { wire, heard, drains };
}

function* parts(...texts: readonly string[]): Generator<Buffer> {
  try {
    for (const text of texts) yield Buffer.from(text);
  } finally {
    ended.push(texts.join());
  }
}
const ended: string[] = [];

it('sends each part as a chunk, but none without content, and then the last chunk', () => {
  const { wire, heard } = newWire();
  const writer = new ChunkedWriter(wire, parts('ab', '', 'x'.repeat(26)));
  expect(writer.over).toBe(false);
  writer.proceed();
  expect(heard.join('|')).toBe(`2\r\n|ab|\r\n|1a\r\n|${'x'.repeat(26)}|\r\n|0\r\n\r\n`);
  expect(writer.over).toBe(true);
  writer.proceed();
  writer.stop();
  expect(heard).toHaveLength(7);
});

it('waits while more than 512 KiB are queued', () => {
  const { wire, heard, drains } = newWire([524_288, 524_289, 524_289]);
  const writer = new ChunkedWriter(wire, parts('a', 'b'));
  writer.proceed();
  expect([heard.length, drains.length, writer.over]).toEqual([3, 1, false]);
  drains.shift()?.();
  expect([heard.length, drains.length]).toEqual([3, 1]);
  drains.shift()?.();
  expect([heard.length, writer.over]).toEqual([7, true]);
});

it('makes no more parts once it is stopped', () => {
  const { wire, heard, drains } = newWire([0, 600_000]);
  const writer = new ChunkedWriter(wire, parts('only', 'never'));
  writer.proceed();
  writer.stop();
  expect([writer.over, ended.at(-1)]).toEqual([true, 'only,never']);
  drains.shift()?.();
  expect(heard).toEqual(['4\r\n', 'only', '\r\n']);
});
