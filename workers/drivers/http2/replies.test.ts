import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixMessage, splitMessages } from '../../../protocols/grpc/messages.ts';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { newHttpReply } from './http-reply.ts';
import type { StreamReply } from './reply.ts';
import { readHead } from './reply-head.ts';
import { newStreamedReply } from './streamed-reply.ts';

/** A peer's output on a stream: header blocks and content, the last of which ends it. */
type Said = readonly HeaderField[] | Buffer;

/** @returns the code of the failure, or the content. */
function hear(reply: StreamReply, said: readonly Said[], keep = true): string {
  reply.reset(keep);
  for (const [at, one] of said.entries()) {
    const isLast = at === said.length - 1;
    const failure = Buffer.isBuffer(one)
      ? reply.takeData(Buffer.concat([Buffer.alloc(3), one, Buffer.alloc(3)]), 3, 3 + one.length)
      : reply.takeHead(readHead(one), isLast);
    if (failure) return failure.code;
  }
  return reply.conclude()?.code ?? reply.content.toString('latin1');
}

const cuts = fc.array(fc.nat(2000), { maxLength: 5 });
function cutAt(whole: Buffer, places: readonly number[]): Buffer[] {
  const edges = [0, ...places.map((place) => place % (whole.length + 1)), whole.length];
  edges.sort((a, b) => a - b);
  return edges.slice(1).map((to, at) => whole.subarray(edges[at], to));
}
const octets = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const ok: HeaderField[] = [[':status', '200']];
const trailers: HeaderField[] = [['grpc-status', '0']];
const begun: HeaderField[] = [...ok, ['content-type', 'application/grpc']];

const refusedFor = (why: string): Said[] => [
  [
    [':status', '503'],
    ['x-wirebench-refusal', why],
  ],
];

describe('the answer of a resource', () => {
  const reply = newHttpReply();

  it('is its body, however it was chunked', () => {
    fc.assert(
      fc.property(octets, cuts, fc.boolean(), (whole, places, hasTrailers) => {
        const said = [
          ok,
          ...cutAt(whole, places),
          ...(hasTrailers ? [[['x', 'y']] as HeaderField[]] : []),
        ];
        expect(hear(reply, said)).toBe(whole.toString('latin1'));
        expect(reply.size).toBe(whole.length);
        expect(hear(reply, said, false)).toBe('');
        expect(reply.size).toBe(whole.length);
      }),
    );
  });

  it('has no body for HEAD, whatever it announces', () => {
    const announced: HeaderField[] = [...ok, ['content-length', '3'], ['content-encoding', 'gzip']];
    expect(hear(newHttpReply(true), [announced])).toBe('');
    expect(hear(newHttpReply(), [announced])).not.toBe('');
  });

  it.each<[string, Said[], string]>([
    ['without a status', [[['a', 'b']]], 'H2_HEADERS'],
    ['with content before it', [Buffer.from('x')], 'H2_HEADERS'],
    ['with an interim answer only', [[[':status', '103']]], 'H2_HEADERS'],
    ['with a second status', [ok, ok], 'H2_HEADERS'],
    ['with trailers in the middle', [ok, [['x', 'y']], Buffer.from('x')], 'H2_HEADERS'],
    ['shorter than announced', [[...ok, ['content-length', '3']], Buffer.from('xy')], 'H2_LENGTH'],
    ['longer than announced', [[...ok, ['content-length', '1']], Buffer.from('xy')], 'H2_LENGTH'],
    ['with no length in words', [[...ok, ['content-length', 'one']]], 'H2_HEADERS'],
    ['of a failing status', [[[':status', '404']], Buffer.from('no')], '404'],
    ['after an interim one', [[[':status', '103']], ok, Buffer.from('x')], 'x'],
    ['without content', [ok], ''],
    ['of the pool', refusedFor('pool'), 'POOL'],
    ['of some other refusal', refusedFor('so'), '503'],
  ])('%s', (_title, said, outcome) => {
    expect(hear(reply, said)).toBe(outcome);
  });
});

describe('the answer of a stream of messages', () => {
  const reply = newStreamedReply();
  const messages = fc.array(octets, { maxLength: 4 });

  it('is all of its messages, however they were chunked', () => {
    fc.assert(
      fc.property(messages, cuts, (list, places) => {
        const parts = cutAt(Buffer.concat(list.map(prefixMessage)), places);
        const content = Buffer.from(hear(reply, [begun, ...parts, trailers]), 'latin1');
        expect(splitMessages(content)).toEqual(list);
        expect(reply.size).toBe(list.reduce((sum, { length }) => sum + length, 0));
      }),
    );
  });

  it('fails when it ends within a message, or begins one wrongly', () => {
    fc.assert(
      fc.property(octets, fc.nat(400), (message, cut) => {
        const whole = prefixMessage(message);
        const part = whole.subarray(0, 1 + (cut % (whole.length - 1)));
        expect(hear(reply, [begun, part, trailers])).toBe('GRPC_LENGTH');
      }),
    );
    for (const [octets, code] of [
      [[1], 'GRPC_COMPRESSED'],
      [[2], 'GRPC_PREFIX'],
      [[0, 255, 255, 255, 255], 'GRPC_LENGTH'],
    ] as const)
      expect(hear(reply, [begun, Buffer.from(octets), trailers])).toBe(code);
    expect(hear(reply, [begun, [['grpc-status', '5']]])).toBe('NOT_FOUND');
    expect(hear(reply, [Buffer.from('x')])).toBe('H2_HEADERS');
  });

  it('has an outcome for any input', () => {
    const anything = fc.array(
      fc.oneof(octets, fc.constantFrom<Said>(ok, begun, trailers, [[':status', '500']])),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(anything, (said) => {
        for (const one of [reply, newHttpReply()]) expect(typeof hear(one, said)).toBe('string');
      }),
    );
  });
});
