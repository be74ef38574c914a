const noRoom = Buffer.alloc(0);
/** Capacity kept for the next use; more is released. */
const keptRoom = 64 * 1024;

/** Octets received piece by piece. Capacity grows with the received octets, whatever length was announced. */
export class GrowingBytes {
  #room = noRoom;
  #used = 0;

  get length(): number {
    return this.#used;
  }

  /** The octets received so far; valid until the next call of any method. */
  get view(): Buffer {
    return this.#room.subarray(0, this.#used);
  }

  append(bytes: Buffer, from: number, to: number): void {
    const needed = this.#used + to - from;
    if (needed > this.#room.length) this.#grow(needed);
    bytes.copy(this.#room, this.#used, from, to);
    this.#used = needed;
  }

  /** @returns the received octets, which the caller then owns, and resets. */
  take(): Buffer {
    const taken = this.#room.length > keptRoom ? this.view : Buffer.from(this.view);
    this.clear();
    return taken;
  }

  /** Resets; a long buffer is replaced, a short one overwritten. */
  clear(): void {
    if (this.#room.length > keptRoom) this.#room = noRoom;
    this.#used = 0;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(1024, needed, 2 * this.#room.length));
    this.#room.copy(larger, 0, 0, this.#used);
    this.#room = larger;
  }
}
