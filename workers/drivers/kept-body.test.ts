import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../protocols/memory-budget.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../protocols/rsocket/write.ts';
import { framesIn } from '../../tests/support/rsocket-frames.ts';
import { ResponseParser } from './http1/response-parser.ts';
import { answerMemoryOf, KeptBody } from './kept-body.ts';
import { RSocketReply } from './rsocket/reply.ts';

const GiB = 1024 ** 3;

/** A separate parser that keeps its bodies in a shared memory. */
function parserIn(memory: MemoryBudget) {
  const ends: string[] = [];
  const parser = new ResponseParser(
    ({ status, length, body }) => ends.push(`${status} ${length} ${body?.length}`),
    ({ code }) => ends.push(code),
    undefined,
    undefined,
    false,
    new KeptBody(memory),
  );
  const take = (text: string) => parser.execute(Buffer.from(text, 'latin1'), 0, text.length);
  return { parser, take, ends };
}

it('the memory of all answers follows from that of the machine', () => {
  expect(answerMemoryOf(64 * GiB, 4)).toBe(GiB / 2);
  expect(answerMemoryOf(24 * GiB, 2)).toBe(0.75 * GiB);
  expect(answerMemoryOf(8 * GiB, 8)).toBe(GiB / 4);
});

describe('an answer in pieces', () => {
  it('is their concatenation, when complete and afterwards', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, pieces, (first, second) => {
        const kept = new KeptBody(new MemoryBudget(GiB));
        const [whole, next] = [first, second].map((some) => {
          for (const piece of some) kept.add(Buffer.from(piece), 0, piece.length);
          const { content } = kept;
          kept.clear();
          return content;
        });
        expect(whole).toEqual(Buffer.concat(first));
        expect(next).toEqual(Buffer.concat(second));
      }),
    );
  });

  it('takes little more than its octets, however small they are', () => {
    const [octets, kept] = [1_000_000, new KeptBody(new MemoryBudget(GiB))];
    const one = Buffer.from('a');
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < octets; count++) kept.add(one, 0, 1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * octets);
    expect(kept.content).toHaveLength(octets);
  });
});

/** An answer of RSocket that is kept in a shared memory, and what it says of frames. */
function replyIn(memory: MemoryBudget) {
  const reply = new RSocketReply(memory);
  reply.reset(true, true);
  const take = (flags: number, length: number): unknown => {
    const frame = makeRsocketFrame(rsocketFrameTypes.payload, flags, 1, Buffer.alloc(length));
    return framesIn(frame, (view) => reply.take(view)).at(-1);
  };
  return { reply, take };
}

describe('answers without an end', () => {
  const endless = 'HTTP/1.1 200 OK\r\n\r\n';

  it('share one limit, and release their memory', () => {
    const memory = new MemoryBudget(1000);
    const [first, second, third] = [parserIn(memory), parserIn(memory), parserIn(memory)];
    for (const { parser, take } of [first, second, third]) {
      parser.keepBody = true;
      take(endless);
    }
    first.take('x'.repeat(600));
    second.take('x'.repeat(401));
    expect(second.ends).toEqual(['ANSWER_MEMORY']);
    expect(memory.held).toBe(600);
    first.parser.abandon();
    third.take('x'.repeat(1000));
    third.parser.finish();
    expect(third.ends).toEqual(['200 1000 1000']);
    expect(memory.held).toBe(0);
  });

  it('share the limit with those of RSocket', () => {
    const memory = new MemoryBudget(1000);
    const [first, second] = [replyIn(memory), replyIn(memory)];
    const { next, follows } = rsocketFlags;
    expect(first.take(next, 300)).toBe(false);
    expect(first.take(next | follows, 300)).toBe(false);
    expect(second.take(next, 401)).toMatchObject({ kind: 'memory', code: 'ANSWER_MEMORY' });
    first.reply.clear();
    expect(memory.held).toBe(0);
    expect(second.take(next, 700)).toBe(false);
  });

  it('count an object per payload, even if empty', () => {
    const { take } = replyIn(new MemoryBudget(100_000));
    const taken = Array.from({ length: 1000 }, () => take(rsocketFlags.next, 0));
    expect(taken).toContainEqual(expect.objectContaining({ code: 'ANSWER_MEMORY' }));
  });

  it('are kept only for the reason of a refusal', () => {
    const memory = new MemoryBudget(1_000_000);
    const { take, ends } = parserIn(memory);
    take('HTTP/1.1 500 No\r\nContent-Length: 300000\r\n\r\n');
    for (let part = 0; part < 3; part++) take('x'.repeat(100_000));
    expect(ends).toEqual(['500 300000 65536']);
    expect(memory.held).toBe(0);
  });
});
