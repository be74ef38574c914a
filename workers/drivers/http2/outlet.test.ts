import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outlet } from './outlet.ts';

/** A wire that accepts writes immediately, or queues them like a full socket. */
class TestWire {
  once(): void {}
  readonly #pieces: Buffer[] = [];
  #isFull: boolean;
  writableLength = 0;

  constructor(isFull: boolean) {
    this.#isFull = isFull;
  }
  write(bytes: Buffer): void {
    this.#pieces.push(this.#isFull ? bytes : Buffer.from(bytes));
    if (this.#isFull) this.writableLength += bytes.length;
  }
  /** Accepts everything, or stops accepting. */
  turn(isFull: boolean): void {
    this.#isFull = isFull;
    for (const [at, bytes] of this.#pieces.entries()) this.#pieces[at] = Buffer.from(bytes);
    this.writableLength = 0;
  }
  destroy(): void {}
  get text(): string {
    return Buffer.concat(this.#pieces).toString('latin1');
  }
  get writes(): number {
    return this.#pieces.length;
  }
}

function opened(isFull = false): [Outlet, TestWire] {
  const outlet = new Outlet();
  const wire = new TestWire(isFull);
  outlet.open(wire);
  return [outlet, wire];
}

const piece = fc
  .tuple(fc.nat({ max: 25 }), fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 40_000 })))
  .map(([letter, length]) => Buffer.alloc(length, 97 + letter));

describe('an outlet', () => {
  it('writes immediately, or everything gathered together', () => {
    const [outlet, wire] = opened();
    outlet.write(Buffer.from('a'));
    expect(wire.writes).toBe(1);
    expect(outlet.gather()).toBe(true);
    for (const text of ['b', 'c', 'd']) outlet.write(Buffer.from(text));
    expect([wire.writes, wire.text]).toEqual([1, 'a']);
    outlet.release();
    expect([wire.writes, wire.text]).toEqual([2, 'abcd']);
  });

  it('flushes when it closes, and writes nothing afterwards', () => {
    const [outlet, wire] = opened();
    outlet.gather();
    outlet.write(Buffer.from('a'));
    outlet.close();
    outlet.write(Buffer.from('b'));
    outlet.release();
    expect(wire.text).toBe('a');
  });

  it('gathers for one connection at a time', () => {
    const [outlet, wire] = opened();
    const [other, otherWire] = opened();
    outlet.gather();
    outlet.write(Buffer.from('a'));
    expect(other.gather()).toBe(false);
    other.write(Buffer.from('b'));
    other.call({ bytes: Buffer.from('frame'), streamAt: [0] }, 0x63646566);
    outlet.write(Buffer.from('c'));
    expect(otherWire.text).toBe('bcdefe');
    outlet.release();
    expect(wire.text).toBe('ac');
  });

  it('preserves the order of octets, whatever the wire accepts and when', () => {
    const step = fc.oneof(
      piece,
      fc.constantFrom('gather' as const, 'release' as const, 'full' as const, 'empty' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [outlet, wire] = opened();
        let expected = '';
        let gathering = false;
        for (const one of steps) {
          if (one === 'gather') gathering = outlet.gather() || gathering;
          else if (one === 'release') {
            if (gathering) outlet.release();
            gathering = false;
          } else if (one === 'full' || one === 'empty') wire.turn(one === 'full');
          else {
            outlet.write(one);
            expected += one.toString('latin1');
          }
        }
        if (gathering) outlet.release();
        // Octets written earlier must not have changed since.
        const [other] = opened();
        other.write(Buffer.alloc(5000, 33));
        other.write(Buffer.alloc(5000, 34));
        expect(wire.text === expected).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
