import { describe, expect, it } from 'vitest';
import type { Assignment } from '../../contracts/worker-messages.ts';
import { SimulatedClock } from '../../tests/support/simulation/clock.ts';
import type { JoinedMachine } from './machines.ts';
import { giveWorkers, machineOf, newMember, uniqueNames, weightOf } from './member.ts';
import {
  decodeMessage,
  encodeBatch,
  encodeMessage,
  fetchObject,
  ObjectShelf,
  objectName,
  parseMessage,
  pieceBytes,
} from './objects.ts';

const joined = (name: string, more: object = {}) =>
  ({
    id: name,
    beat: { facts: { name, threads: 3, cpu: 'any', cores: 4, ...more } },
  }) as unknown as JoinedMachine;
const member = (more: object = {}) => newMember(joined('a', more), 'a (1)', {} as never);
const turns = (...own: number[]) => ({ turns: { own, of: 10 } }) as unknown as Assignment;

describe('a machine of a run', () => {
  it('begins with nothing to do', () => {
    expect(member({ place: 'Oslo' })).toMatchObject({
      ...{ id: 'a', name: 'a (1)', threads: 3, cpu: 'any', cores: 4, place: 'Oslo', clock: null },
      ...{ lost: false, lossReason: '', stint: 0, workers: [], ended: 0, beganLateMs: 0 },
    });
  });

  it('has the share and the weight of its workers', () => {
    const one = member();
    Object.assign(one, { ended: 2, beganLateMs: 5, targetTripMs: 7 });
    const assignments = [turns(0), turns(1, 2), turns(3, 4, 5)];
    giveWorkers(one, [0, 2], assignments);
    expect(one).toMatchObject({
      workers: [0, 2],
      ended: 0,
      beganLateMs: 0,
      targetTripMs: undefined,
      share: 0.4,
    });
    expect(weightOf(one, assignments)).toBe(4);
    expect(weightOf({ ...one, lost: true }, assignments)).toBe(0);
    giveWorkers(one, [0, 1], [{}, {}] as Assignment[]);
    expect([one.share, weightOf(one, [{}, {}] as Assignment[])]).toEqual([undefined, 2]);
    const clock = { offset: 0n, error: 2_000_000n, roundTrip: 3_000_000n, at: 5n };
    const described = { name: 'a (1)', cpu: 'any', cores: 4, workers: [0, 1] };
    expect(machineOf(one, null)).toEqual({ ...described, roundTripMs: 0, clockErrorMs: 0 });
    const full = { ...one, beganLateMs: 3, targetTripMs: 2, place: 'Oslo', share: 0.4, clock };
    expect(machineOf(full, null)).toEqual({
      ...described,
      ...{
        roundTripMs: 3,
        clockErrorMs: 2.001,
        targetTripMs: 2,
        beganLateMs: 3,
        place: 'Oslo',
        share: 0.4,
      },
    });
    expect(machineOf(full, 1_000_000_005n).clockErrorMs).toBeGreaterThan(2.001);
  });

  it('has a name of its own', () => {
    expect(uniqueNames(['a', 'b', 'a', 'a (2)', 'a'])).toEqual([
      'a',
      'b',
      'a (2)',
      'a (2) (2)',
      'a (3)',
    ]);
  });
});

describe('a shelf', () => {
  it('gives pieces, notes when it was asked, and is cleared in two steps', async () => {
    const clock = new SimulatedClock();
    const shelf = new ObjectShelf(clock);
    const content = Buffer.alloc(pieceBytes + 5, 7);
    const name = shelf.put(content);
    shelf.keep('kept', Uint8Array.of(1));
    expect([name, shelf.askedAt]).toEqual([objectName(content), 0]);
    expect([0, pieceBytes, pieceBytes + 5].map((from) => shelf.piece(name, from)?.length)).toEqual([
      pieceBytes,
      5,
      0,
    ]);
    expect(shelf.askedAt).toBe(1000);
    const asked: number[] = [];
    const get = async (from: number) => {
      asked.push(from);
      return shelf.piece(name, from) ?? new Uint8Array();
    };
    expect((await fetchObject(name, get)).equals(content)).toBe(true);
    expect(asked).toEqual([0, pieceBytes]);
    shelf.clear();
    expect([shelf.piece(name, 0), shelf.piece('kept', 0)]).toEqual([null, Uint8Array.of(1)]);
    shelf.put(content);
    shelf.empty();
    expect([shelf.piece(name, 0), shelf.piece('kept', 0)]).toEqual([null, null]);
  });

  it('has messages that survive, alone and in batches', () => {
    const message = { a: Uint8Array.of(1, 2), b: [{ $octets: 5 }] };
    expect(decodeMessage(encodeMessage(message))).toEqual(message);
    const batch = encodeBatch(7, [encodeMessage({ x: 1 }), encodeMessage({ y: 2 })]);
    expect(decodeMessage(batch)).toEqual({ first: 7, reports: [{ x: 1 }, { y: 2 }] });
    expect(decodeMessage(encodeBatch(0, []))).toEqual({ first: 0, reports: [] });
    expect(parseMessage(Buffer.from('{'))).toBeUndefined();
  });
});
