import type { Wire } from '../socket.ts';
import { type CallTemplate, type PreparedCall, writeCall, writeOnce } from './prepared-call.ts';

const capacity = 64 * 1024;
/** Longer pieces are written separately instead of being copied: a socket queues one body at most. */
const longestCopied = 8 * 1024;

/** Octets gathered for one write: of one connection at a time, the one being read. */
const gathered = {
  bytes: Buffer.allocUnsafeSlow(capacity),
  used: 0,
  owner: null as Outlet | null,
};

/**
 * Output of a connection. During a read, answers trigger new requests; they are gathered, so that one system
 * call sends all of them.
 */
export class Outlet {
  #wire: Wire | null = null;
  /** Whether the last write was deferred by the wire: always with TLS, and with a full socket. */
  #isLate = true;

  open(wire: Wire): void {
    this.#wire = wire;
  }

  /** Flushes, and writes nothing from then on. */
  close(): void {
    if (gathered.owner === this) this.#flush();
    this.#wire = null;
  }

  /** Octets queued for the system. */
  get backlog(): number {
    return this.#wire?.writableLength ?? 0;
  }

  /** Calls `listener` once the queued octets have been written. */
  whenDrained(listener: () => void): void {
    this.#wire?.once('drain', listener);
  }

  /**
   * From here to `release`, writes are gathered.
   * @returns whether the caller has to `release`: false if a caller up the stack will.
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

  /** Writes a call of this many octets that is sent once. */
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

  /** Writes a prepared call with its stream number. */
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

  /** @returns the offset for this many octets; -1 if there is no space, or while another connection is gathering. */
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
    // A deferred write still reads these octets.
    if (late && !this.#isLate) gathered.bytes = Buffer.allocUnsafeSlow(capacity);
    this.#isLate = late;
  }
}
