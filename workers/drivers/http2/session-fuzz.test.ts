import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  framesOf,
  type Replay,
  recordNodeServer,
  replay,
  replayToNode,
} from '../../../tests/support/http2-transcript.ts';

const calls = 3;
const message = 'an answer that is neither short nor long';
const allGood: Replay = {
  broken: false,
  calls: Array.from({ length: calls }, () => ({ message })),
};
let sent: Buffer;

beforeAll(async () => {
  sent = await recordNodeServer(calls, Buffer.from(message));
});

/** Splits `bytes` at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const edges = [...new Set([0, ...places.map((place) => place % bytes.length), bytes.length])];
  edges.sort((a, b) => a - b);
  return edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge));
}

const places = fc.array(fc.nat(), { maxLength: 12 });

type Mutation = (bytes: Buffer, place: number) => Buffer;
const octet = fc.integer({ min: 0, max: 255 });
const some = fc.integer({ min: 1, max: 12 });
const spliced = (bytes: Buffer, at: number, removed: number, added: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
const mutation = fc.oneof(
  octet.map(
    (to): Mutation =>
      (bytes, at) =>
        spliced(bytes, at, 1, Buffer.of(to)),
  ),
  fc.nat({ max: 7 }).map((bit): Mutation => {
    return (bytes, at) => spliced(bytes, at, 1, Buffer.of((bytes[at] ?? 0) ^ (1 << bit)));
  }),
  some.map(
    (length): Mutation =>
      (bytes, at) =>
        spliced(bytes, at, length, Buffer.alloc(0)),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map(
    (more): Mutation =>
      (bytes, at) =>
        spliced(bytes, at, 0, more),
  ),
  /** Swaps two whole frames, or repeats one. */
  fc.tuple(fc.nat(), fc.boolean()).map(([other, twice]): Mutation => {
    return (bytes, at) => {
      const frames = wholeFrames(bytes);
      const [a, b] = [at % frames.length, other % frames.length];
      const moved = frames[b] ?? Buffer.alloc(0);
      const rest = twice ? frames : frames.filter((_, index) => index !== b);
      return Buffer.concat([...rest.slice(0, a), moved, ...rest.slice(a)]);
    };
  }),
);
const mutations = fc
  .array(fc.tuple(mutation, fc.nat()), { minLength: 1, maxLength: 3 })
  .map((list) =>
    list.reduce(
      (bytes, [mutate, at]) => (bytes.length > 0 ? mutate(bytes, at % bytes.length) : bytes),
      sent,
    ),
  );

const wholeFrames = (bytes: Buffer) => framesOf(bytes).map(({ whole }) => whole);

describe('output of Node as the server', () => {
  it('is understood wherever it is split', () => {
    for (let place = 1; place < sent.length; place++)
      expect(replay(cut(sent, [place]), calls)).toEqual(allGood);
  });

  it('is understood octet by octet, and in any chunks', () => {
    expect(replay(cut(sent, [...sent.keys()]), calls)).toEqual(allGood);
    fc.assert(
      fc.property(places, (cuts) => {
        expect(replay(cut(sent, cuts), calls)).toEqual(allGood);
      }),
    );
  });

  it('is never taken as complete if truncated', () => {
    for (let length = 0; length < sent.length; length++) {
      for (const outcome of replay([sent.subarray(0, length)], calls).calls) {
        if ('message' in outcome) expect(outcome.message).toBe(message);
        else expect(outcome.failure).toMatch(/^(reset CLOSED|never sent)$/);
      }
    }
  });
});

describe('modified output of Node as the server', () => {
  it('has one outcome for each call, the same in any chunks', () => {
    fc.assert(
      fc.property(mutations, places, (bytes, cuts) => {
        if (bytes.length === 0) return;
        const outcomes = replay(cut(bytes, cuts), calls);
        expect(replay([bytes], calls)).toEqual(outcomes);
        for (const outcome of outcomes.calls) {
          if ('failure' in outcome)
            expect(outcome.failure).toMatch(/^((protocol|reset|status) \w+|never sent)$/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  /** Node may end the connection where this client ends one call: the standard allows both. */
  it('is a successful answer only if Node as the client agrees', async () => {
    await fc.assert(
      fc.asyncProperty(mutations, async (bytes) => {
        if (bytes.length === 0) return;
        const node = await replayToNode(wholeFrames(bytes), calls);
        const ours = replay([bytes], calls);
        if (node.broken) expect(ours).not.toEqual(allGood);
        else
          ours.calls.forEach((outcome, at) => {
            if ('message' in outcome) expect(node.calls[at]).toEqual(outcome);
          });
      }),
      { numRuns: 300 },
    );
  });
});

it('is read in the same way by Node as the client', async () => {
  expect(await replayToNode(wholeFrames(sent), calls)).toEqual(allGood);
});
