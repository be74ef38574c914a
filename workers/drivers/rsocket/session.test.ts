import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameView } from '../../../protocols/rsocket/frame-view.ts';
import {
  frameName,
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../../protocols/rsocket/frames.ts';
import { readCompositeRoute } from '../../../protocols/rsocket/routes.ts';
import {
  completeFrame,
  errorFrame,
  keepaliveFrame,
  makeRsocketFrame,
  requestNFrame,
} from '../../../protocols/rsocket/write.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { payloadOf as answer, framed, framesIn } from '../../../tests/support/rsocket-frames.ts';
import type { Failure, ReplySource, Sink } from '../driver.ts';
import { closedByPeer } from '../failures.ts';
import { prepareRequest } from './prepared-request.ts';
import { RSocketSession } from './session.ts';

type Reply = ReturnType<ReplySource>;

const operation = (field: string) => ({ ...echoOperation, field });

/** Answers as texts, instead of messages. */
const asTexts = (payloads: readonly Buffer[]) =>
  ({ items: payloads.map((each) => each.toString()) }) as unknown as Reply;

const prepared = (field: string, text: string, streams = false, limit?: number) =>
  prepareRequest(operation(field), Buffer.from(text), { streams, decode: asTexts }, limit);
const single = prepared('echo', '{"a":1}');
const stream = prepared('list', '{}', true);

/** Calls of a sink. */
class Outcome implements Sink {
  result: { size: number; items: unknown } | null = null;
  failure: Failure | null = null;
  calls = 0;
  succeeded(size: number, reply: ReplySource | null): void {
    this.calls++;
    const items = reply ? (reply() as unknown as { items: unknown }).items : null;
    this.result = { size, items };
  }
  failed(failure: Failure): void {
    this.calls++;
    this.failure = failure;
  }
}

let written: Buffer[] = [];
let ends: Failure[] = [];
let session: RSocketSession;

beforeEach(() => {
  written = [];
  ends = [];
  session = openSession();
});

function openSession(firstStream = 1): RSocketSession {
  const opened = new RSocketSession((failure) => ends.push(failure), firstStream);
  opened.begin({
    write: (bytes) => written.push(Buffer.from(bytes)),
    writableLength: 0,
    once: () => undefined,
    destroy: () => undefined,
  });
  return opened;
}

/** Sent frames, as texts. */
const sent = () => framesIn(Buffer.concat(written), wordsOf);

function wordsOf(frame: FrameView): string {
  const name = `${frameName(frame.type)} ${frame.stream}`;
  if (frame.type === rsocketFrameTypes.setup) return name;
  const { metadataStart, metadataEnd, bytes } = frame;
  const route =
    metadataStart < 0 ? '' : ` ${readCompositeRoute(bytes.subarray(metadataStart, metadataEnd))}`;
  return `${name}${route}${frame.text ? ` ${frame.text}` : ''}`;
}

function receive(...frames: readonly Buffer[]): void {
  const bytes = Buffer.concat(frames);
  session.receive(bytes, 0, bytes.length);
}

function ask(request = single, wantReply = true): Outcome {
  const outcome = new Outcome();
  session.send(request, outcome, wantReply);
  return outcome;
}

describe('an RSocket session', () => {
  it('sends SETUP, then requests on odd streams with their routes', () => {
    ask();
    ask(stream);
    expect(sent()).toEqual([
      'SETUP 0',
      'REQUEST_RESPONSE 1 echo {"a":1}',
      'REQUEST_STREAM 3 list {}',
    ]);
  });

  it('gives each of many requests its own answer, in any order', () => {
    const outcomes = Array.from({ length: 50 }, () => ask());
    const ids = fc.sample(fc.shuffledSubarray([...outcomes.keys()], { minLength: 50 }), 1)[0] ?? [];
    receive(...ids.map((index) => answer(2 * index + 1, `answer ${index}`)));
    outcomes.forEach((outcome, index) => {
      const text = `answer ${index}`;
      expect(outcome.result).toEqual({ size: text.length, items: [text] });
      expect(outcome.calls).toBe(1);
    });
  });

  it('collects a stream of payloads, however it ends', () => {
    const [first, second] = [ask(stream), ask(stream, false)];
    receive(
      answer(1, 'a', rsocketFlags.next),
      answer(3, 'x', rsocketFlags.next),
      answer(1, 'b', rsocketFlags.next),
      answer(3, 'yz'),
      completeFrame(1),
    );
    expect(first.result).toEqual({ size: 2, items: ['a', 'b'] });
    expect(second.result).toEqual({ size: 3, items: null });
  });

  it('joins fragments, with other answers between them', () => {
    const [first, second] = [ask(), ask()];
    const long = 'abcdefgh'.repeat(20);
    const pieces = answer(1, long, rsocketFlags.next | rsocketFlags.complete, 64);
    const cut = 3 + 64;
    receive(pieces.subarray(0, cut), answer(3, 'short'), pieces.subarray(cut));
    expect(first.result).toEqual({ size: long.length, items: [long] });
    expect(second.result?.items).toEqual(['short']);
  });

  it('sends long requests in fragments', () => {
    const long = 'x'.repeat(100);
    ask(prepared('echo', long, false, 64));
    const [, first, ...rest] = sent();
    expect(first).toMatch(/^REQUEST_RESPONSE 1 echo x+$/);
    expect(rest.every((words) => words.startsWith('PAYLOAD 1 x'))).toBe(true);
    expect(`${first}${rest.join('')}`.match(/x/g)).toHaveLength(100);
  });

  it('answers a KEEPALIVE with its data, and sends its own', () => {
    receive(keepaliveFrame(true, Buffer.from('tick')), keepaliveFrame(false));
    session.beat();
    expect(sent()).toEqual(['SETUP 0', 'KEEPALIVE 0 tick', 'KEEPALIVE 0']);
  });

  it('closes a connection whose peer answers no KEEPALIVE for long', () => {
    const outcome = ask();
    for (let beat = 0; beat < 4; beat++) session.beat();
    expect(ends).toEqual([]);
    receive(keepaliveFrame(false));
    for (let beat = 0; beat < 5; beat++) session.beat();
    expect(ends).toMatchObject([{ kind: 'reset', code: 'KEEPALIVE' }]);
    expect(outcome.failure).toBe(ends[0]);
  });

  it('cancels aborted requests, and ignores their late answers', () => {
    const outcome = ask();
    session.abort(outcome);
    receive(answer(1, 'late'), errorFrame(1, rsocketErrorCodes.applicationError, 'late'));
    expect(sent().at(-1)).toBe('CANCEL 1');
    expect(outcome.calls).toBe(0);
    expect(ends).toEqual([]);
  });

  it('refuses requests of the service and continues', () => {
    const { requestResponse } = rsocketFrameTypes;
    receive(framed(2, { type: requestResponse, data: Buffer.from('?') }), completeFrame(2));
    expect(sent().at(-1)).toBe('ERROR 2 This client answers no requests');
    expect(session.usable).toBe(true);
  });

  it('ends when the last stream number has been used', () => {
    session = openSession(0x7fff_ffff);
    ask();
    expect(session.usable).toBe(false);
    expect(ask().failure).toBe(closedByPeer);
  });
});

describe('an ERROR', () => {
  it.each([
    [rsocketErrorCodes.applicationError, 'not-found: no such user', 'fault', 'APPLICATION_ERROR'],
    [rsocketErrorCodes.applicationError, 'pool: no connection in 2 s', 'pool', 'APPLICATION_ERROR'],
    [rsocketErrorCodes.rejected, 'busy', 'fault', 'REJECTED'],
    [rsocketErrorCodes.invalid, 'pool: not this code', 'fault', 'INVALID'],
    [0x301, 'own', 'fault', 'ERROR_0x301'],
    [rsocketErrorCodes.connectionError, 'misplaced', 'protocol', 'RSOCKET_ERROR'],
  ])('0x%s on a stream fails its request', (code, text, kind, name) => {
    const [first, second] = [ask(), ask()];
    receive(errorFrame(1, code, text), answer(3, 'fine'));
    expect(first.failure).toMatchObject({ kind, code: name });
    expect(second.result?.items).toEqual(['fine']);
  });

  it.each([
    [rsocketErrorCodes.rejectedSetup, 'connect', 'REJECTED_SETUP'],
    [rsocketErrorCodes.connectionClose, 'reset', 'CONNECTION_CLOSE'],
    [rsocketErrorCodes.applicationError, 'protocol', 'RSOCKET_ERROR'],
  ])('0x%s on stream 0 ends the connection', (code, kind, name) => {
    const outcome = ask();
    receive(errorFrame(0, code, 'no'));
    expect(outcome.failure).toMatchObject({ kind, code: name });
    expect(ends).toHaveLength(1);
    expect(ask().failure).toBe(closedByPeer);
  });
});

describe('what is against the protocol', () => {
  const { lease, requestResponse, extension } = rsocketFrameTypes;
  const four = Buffer.alloc(4);
  it.each([
    ['a frame shorter than its header', Buffer.from([0, 0, 1, 0])],
    ['LEASE, unasked', makeRsocketFrame(lease, 0, 0, Buffer.alloc(8))],
    ['PAYLOAD on stream 99, which was never opened', answer(99, 'x')],
    ['a request on a stream with an odd number', makeRsocketFrame(requestResponse, 0, 5)],
    ['EXT on a stream of ours', makeRsocketFrame(extension, 0, 1, four)],
    ['EXT, unasked', makeRsocketFrame(extension, 0, 0, four)],
  ])('ends the connection: %s', (problem, bytes) => {
    const outcome = ask();
    receive(bytes);
    expect(outcome.failure).toMatchObject({ kind: 'protocol', code: 'RSOCKET_PROTOCOL' });
    expect(outcome.failure?.message).toContain(problem);
    expect(sent().at(-1)).toBe(`ERROR 0 ${problem}`);
  });

  it.each([
    ['RSOCKET_EMPTY', completeFrame(1)],
    ['RSOCKET_PAYLOAD', answer(1, '', 0)],
    [
      'RSOCKET_FRAGMENT',
      Buffer.concat([answer(1, 'a', rsocketFlags.next | rsocketFlags.follows), completeFrame(1)]),
    ],
  ])('fails only its request: %s', (code, bytes) => {
    const [first, second] = [ask(), ask()];
    receive(bytes, answer(3, 'fine'));
    expect(first.failure).toMatchObject({ kind: 'protocol', code });
    expect(sent().at(-1)).toBe('CANCEL 1');
    expect(second.result?.items).toEqual(['fine']);
  });

  it('ignores what may be ignored', () => {
    const outcome = ask();
    receive(
      makeRsocketFrame(extension, rsocketFlags.ignore, 1, four),
      requestNFrame(1, 3),
      makeRsocketFrame(rsocketFrameTypes.metadataPush, 0x100, 0),
      answer(1, 'a'),
    );
    expect(outcome.result?.items).toEqual(['a']);
  });

  it('gives every request exactly one outcome, for any chunks of any frames', () => {
    const frames = fc.oneof(
      fc
        .record({ id: fc.nat(8), text: fc.string({ maxLength: 5 }), bits: fc.nat(255) })
        .map(({ id, text, bits }) => answer(id, text, bits & ~rsocketFlags.metadata)),
      fc
        .record({ type: fc.nat(63), bits: fc.nat(1023), id: fc.nat(8), rest: fc.uint8Array() })
        .map(({ type, bits, id, rest }) => makeRsocketFrame(type, bits, id, Buffer.from(rest))),
      fc.nat(8).map((id) => errorFrame(id, 0x201, 'x')),
      fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes)),
    );
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(fc.array(frames, { maxLength: 12 }), cuts, (all, lengths) => {
        session = openSession();
        const outcomes = [ask(), ask(stream), ask(single, false), ask(stream)];
        const bytes = Buffer.concat(all);
        let at = 0;
        for (const length of [...lengths, bytes.length]) {
          const to = Math.min(bytes.length, at + length);
          session.receive(bytes, at, to);
          at = to;
        }
        session.end(closedByPeer);
        for (const { calls } of outcomes) expect(calls).toBe(1);
      }),
      { numRuns: 1000 },
    );
  });
});
