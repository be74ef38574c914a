import { expect, it } from 'vitest';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { Outlet } from './outlet.ts';
import { PeerSettings } from './peer-settings.ts';
import { PreparedCall, PreparedHead, writeCall, writeOnce } from './prepared-call.ts';
import { RequestSender, type SendingStream } from './request-sender.ts';

const names: Readonly<Record<number, string>> = { 0: 'DATA', 1: 'HEADERS' };

/** A sender, with the frames that it writes: type, stream, length of DATA, and whether it ends the stream. */
function setUp(peer = new PeerSettings()) {
  const written: Buffer[] = [];
  const drained: (() => void)[] = [];
  const outlet = {
    backlog: 0,
    gather: () => true,
    release: () => undefined,
    write: (bytes: Buffer) => void written.push(bytes),
    whenDrained: (listener: () => void) => void drained.push(listener),
    call: (template: Parameters<Outlet['call']>[0], stream: number) => {
      const bytes = Buffer.alloc(template.bytes.length);
      writeCall(template, stream, bytes, 0);
      written.push(bytes);
    },
    once: (call: PreparedCall, block: Buffer, stream: number, length: number) => {
      const bytes = Buffer.alloc(length);
      writeOnce(call, block, stream, bytes, 0);
      written.push(bytes);
    },
  };
  const sender = new RequestSender(peer, outlet as unknown as Outlet);
  const frames = () => {
    const bytes = Buffer.concat(written.splice(0));
    const found: { word: string; payload: Buffer }[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUIntBE(at, 3);
      const [type = 0, flags = 0] = bytes.subarray(at + 3);
      const size = type === 0 ? ` ${length}` : '';
      const word = `${names[type]} ${bytes.readUInt32BE(at + 5)}${size}${flags & 1 ? ' end' : ''}`;
      found.push({ word, payload: bytes.subarray(at + 9, at + 9 + length) });
      at += 9 + length;
    }
    return found;
  };
  const begin = (id: number, call: PreparedCall, window = peer.initialWindow) => {
    const stream: SendingStream = { id, window, part: Buffer.alloc(0), sent: 0, more: null };
    sender.begin(stream, call);
    return stream;
  };
  const words = () => frames().map(({ word }) => word);
  return { sender, outlet, drained, frames, words, begin };
}

const headOf = (...more: HeaderField[]) => new PreparedHead([[':method', 'POST'], ...more]);
const callOf = (body: number, head = headOf(['x', '1'])) =>
  new PreparedCall(head, Buffer.alloc(body, 'b'));

it('sends a short request at once, and counts it against both windows', () => {
  const { sender, begin, words } = setUp();
  const call = callOf(5000);
  const first = begin(1, call);
  expect([words(), first.window, first.sent, sender.isUnfinished(first)]).toEqual([
    ['HEADERS 1', 'DATA 1 5000 end'],
    ...[60_535, 5000, false],
  ]);
  // The same again, by its template.
  for (let id = 3; id <= 25; id += 2) begin(id, call);
  expect(words()).toHaveLength(24);
  // The connection has 535 octets left.
  const late = begin(27, call);
  expect([words(), sender.isUnfinished(late)]).toEqual([['HEADERS 27', 'DATA 27 535'], true]);
  const later = begin(29, callOf(10));
  expect(words()).toEqual(['HEADERS 29']);
  expect(sender.enlarge(4475)).toBeNull();
  expect([words(), sender.isUnfinished(late), sender.isUnfinished(later)]).toEqual([
    ['DATA 27 4465 end', 'DATA 29 10 end'],
    ...[false, false],
  ]);
  expect(sender.enlarge(2 ** 31 - 1)).toBeNull();
  expect(sender.enlarge(1)).toBe('a connection window of more than 2^31-1');
});

it('sends nothing but headers without a body', () => {
  const { begin, words, sender } = setUp();
  const call = callOf(0);
  for (const id of [1, 3]) expect(sender.isUnfinished(begin(id, call))).toBe(false);
  expect(words()).toEqual(['HEADERS 1 end', 'HEADERS 3 end']);
});

it('divides long bodies by the frames of the peer, one for each stream in turn', () => {
  const { begin, words, sender } = setUp();
  begin(1, callOf(20_000), 0);
  const second = begin(3, callOf(20_000), 18_000);
  expect(words()).toEqual(['HEADERS 1', 'HEADERS 3', 'DATA 3 16384', 'DATA 3 1616']);
  expect([second.window, second.sent]).toEqual([0, 18_000]);
  second.window = 5000;
  sender.resume();
  expect(words()).toEqual(['DATA 3 2000 end']);
  // A body that could be sent whole waits for its turn, too.
  begin(5, callOf(10), 10);
  expect(words()).toEqual(['HEADERS 5', 'DATA 5 10 end']);
});

it('forgets what is cancelled, and all of a closed connection', () => {
  const { begin, words, sender } = setUp();
  const [first, second] = [begin(1, callOf(20_000), 0), begin(3, callOf(20_000), 0)];
  words();
  sender.cancel(first);
  for (const stream of [first, second]) stream.window = 20_000;
  sender.resume();
  expect(words()).toEqual(['DATA 3 16384', 'DATA 3 3616 end']);
  const third = begin(5, callOf(20_000), 0);
  words();
  sender.clear();
  third.window = 20_000;
  sender.resume();
  expect(words()).toEqual([]);
});

it('makes the parts of a body while it is sent, as long as little is queued', () => {
  const { begin, words, sender, outlet, drained } = setUp();
  let made = 0;
  let returned = 0;
  const parts = function* () {
    try {
      for (; made < 3; ) yield Buffer.alloc(100 + made++);
    } finally {
      returned++;
    }
  };
  const call = new PreparedCall(headOf(), parts);
  outlet.backlog = 512 * 1024 + 1;
  const stream = begin(1, call);
  expect([words(), made, drained.length, sender.isUnfinished(stream)]).toEqual([
    ['HEADERS 1'],
    0,
    1,
    true,
  ]);
  sender.resume();
  expect([words(), drained.length]).toEqual([[], 1]);
  outlet.backlog = 512 * 1024;
  drained[0]?.();
  expect(words()).toEqual(['DATA 1 100', 'DATA 1 101', 'DATA 1 102', 'DATA 1 0 end']);
  expect([made, returned, sender.isUnfinished(stream)]).toEqual([3, 1, false]);
  outlet.backlog = 512 * 1024 + 1;
  made = 1;
  const other = begin(3, call);
  expect(drained).toHaveLength(2);
  outlet.backlog = 0;
  other.window = 101;
  sender.resume();
  expect(words()).toEqual(['HEADERS 3', 'DATA 3 101']);
  sender.cancel(other);
  expect(returned).toBe(2);
  sender.resume();
  expect(words()).toEqual([]);
});

it('refers to the lists of headers in the table of the peer, while there is room', () => {
  const peer = new PeerSettings();
  const { begin, frames } = setUp(peer);
  const [one, two] = [headOf(['x', '1'], ['y', '2']), headOf(['z', '3'])];
  const huge = headOf(['h', 'h'.repeat(4000)]);
  let id = 1;
  const block = (head: PreparedHead) => {
    begin(id, callOf(0, head));
    id += 2;
    return frames()[0]?.payload;
  };
  expect(block(one)).toEqual(one.first);
  expect(block(one)).toEqual(one.repeated(0));
  expect(block(two)).toEqual(two.first);
  expect(block(two)).toEqual(two.repeated(0));
  expect(block(one)).toEqual(one.repeated(1));
  expect(block(huge)).toEqual(huge.withoutTable);
  const three = headOf(['w', '4']);
  expect([block(three), block(two), block(one)]).toEqual([
    three.first,
    two.repeated(1),
    one.repeated(2),
  ]);
  peer.smallestTableSize = 4095;
  expect([block(one), block(one), block(two)]).toEqual([
    one.announcingNoTable,
    one.withoutTable,
    two.withoutTable,
  ]);
});
