import type { Wire } from '../socket.ts';
import { type CallTemplate, type PreparedCall, writeCall, writeOnce } from './prepared-call.ts';

const capacity = 64 * 1024;
/** Longer pieces are written by themselves instead of being copied: what waits in a socket stays one body. */
const longestCopied = 8 * 1024;

/** Octets that are gathered for one write: of one connection at a time, that which is being read. */
const gathered = {
  bytes: Buffer.allocUnsafeSlow(capacity),
  used: 0,
  owner: null as Outlet | null,
};

/**
 * What a connection writes. While it reads, answers set off new requests; they are gathered, so
 * that one system call sends all of them.
 */
export class Outlet {
  #wire: Wire | null = null;
  /** Whether the wire may not take a write at once, as its last one: TLS never does, a full socket does not. */
  #isLate = true;

  open(wire: Wire): void {
    this.#wire = wire;
  }

  /** Writes what is gathered, and nothing more from then on. */
  close(): void {
    if (gathered.owner === this) this.#flush();
    this.#wire = null;
  }

  /** Octets that wait for the system to take them. */
  get backlog(): number {
    return this.#wire?.writableLength ?? 0;
  }

  /** Calls `listener` once what did not fit has been taken. */
  whenDrained(listener: () => void): void {
    this.#wire?.once('drain', listener);
  }

  /**
   * From here to `release` nothing is written by itself.
   * @returns whether the caller has to `release`: not when somebody up the stack will.
   */
  gather(): boolean {
    if (gathered.owner !== null) return false;
    gathered.owner = this;
    return true;
  }

  release(): void {
    this.#flush();
    gathered.owner = null;
  }

  /** Writes frames, which must not change afterwards. */
  write(frames: Buffer): void {
    const at = frames.length > longestCopied ? -1 : this.#room(frames.length);
    if (at < 0) {
      this.#writeNow(frames);
      return;
    }
    gathered.bytes.set(frames, at);
    this.#written();
  }

  /** Writes a call that is sent once, of so many octets. */
  once(call: PreparedCall, block: Buffer, stream: number, length: number): void {
    const at = this.#room(length);
    if (at < 0) {
      const bytes = Buffer.allocUnsafe(length);
      writeOnce(call, block, stream, bytes, 0);
      this.#writeNow(bytes);
      return;
    }
    writeOnce(call, block, stream, gathered.bytes, at);
    this.#written();
  }

  /** Writes a prepared call with the number of its stream. */
  call(template: CallTemplate, stream: number): void {
    const at = this.#room(template.bytes.length);
    if (at < 0) {
      const copy = Buffer.allocUnsafe(template.bytes.length);
      writeCall(template, stream, copy, 0);
      this.#writeNow(copy);
      return;
    }
    writeCall(template, stream, gathered.bytes, at);
    this.#written();
  }

  #writeNow(bytes: Buffer): void {
    if (gathered.owner === this) this.#flush();
    this.#wire?.write(bytes);
  }

  /** @returns where so many octets may be put; -1 when nowhere, or while another connection is gathering. */
  #room(length: number): number {
    if (length > capacity || (gathered.owner !== null && gathered.owner !== this)) return -1;
    if (gathered.used + length > capacity) this.#flush();
    const at = gathered.used;
    gathered.used += length;
    return at;
  }

  #written(): void {
    if (gathered.owner === null) this.#flush();
  }

  #flush(): void {
    const { used } = gathered;
    gathered.used = 0;
    const wire = this.#wire;
    if (used === 0 || wire === null) return;
    const frames = gathered.bytes.subarray(0, used);
    if (this.#isLate) wire.write(Buffer.from(frames));
    else wire.write(frames);
    const late = wire.writableLength > 0;
    // What the system did not take at once is still read from these octets.
    if (late && !this.#isLate) gathered.bytes = Buffer.allocUnsafeSlow(capacity);
    this.#isLate = late;
  }
}
