import { expect, it, vi } from 'vitest';
import { CallTable } from './call-table.ts';
import type { NewReply, StreamReply } from './reply.ts';
import type { Http2Request } from './request.ts';

const newReplyOf = (): NewReply =>
  vi.fn(() => ({ reset: vi.fn(), clear: vi.fn() }) as unknown as StreamReply);
const sink = { succeeded: () => undefined, failed: () => undefined };

it('finds the calls in flight by their stream, and uses their objects again', () => {
  const [one, other] = [newReplyOf(), newReplyOf()];
  const request = (newReply: NewReply) => ({ newReply }) as unknown as Http2Request;
  const table = new CallTable();
  const begin = (id: number, window: number, newReply = one, wantReply = true) =>
    table.begin(id, window, request(newReply), sink, wantReply);
  const [first, second, third] = [begin(1, 10), begin(3, 30), begin(5, 50, one, false)];
  expect([table.size, table.all()]).toEqual([3, [first, second, third]]);
  expect([table.get(1), table.get(3), table.get(5), table.get(7)]).toEqual([
    first,
    second,
    third,
    undefined,
  ]);
  expect([first.window, second.window, third.id]).toEqual([10, 30, 5]);
  expect([first.sink, first.wantReply, third.wantReply]).toEqual([sink, true, false]);
  expect([first, third].map(({ reply }) => vi.mocked(reply.reset).mock.calls)).toEqual([
    [[true]],
    [[false]],
  ]);
  first.part = Buffer.from('part');
  first.more = [][Symbol.iterator]();
  table.release(first);
  expect([first.request, first.part.length, first.more, first.sink === sink]).toEqual([
    null,
    0,
    null,
    false,
  ]);
  expect(vi.mocked(first.reply.clear)).toHaveBeenCalledTimes(1);
  expect([table.size, table.get(1), table.get(3), table.all()]).toEqual([
    2,
    undefined,
    second,
    [second, third],
  ]);
  table.release(third);
  expect([table.size, table.get(5)]).toEqual([1, undefined]);
  // The last one that was released serves next, with another reply only where it needs one.
  const { reply } = third;
  expect([begin(7, 70), third.reply === reply, third.window]).toEqual([third, true, 70]);
  expect([begin(9, 90, other), table.get(9), table.size]).toEqual([first, first, 3]);
  expect([vi.mocked(one).mock.calls.length, vi.mocked(other).mock.calls.length]).toEqual([3, 1]);
  expect(begin(11, 110)).not.toBe(first);
  expect(table.all().map(({ id }) => id)).toEqual([7, 3, 9, 11]);
});
