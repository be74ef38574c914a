/** Buffer capacity shared by several users. */
export class SharedRoom {
  /** Limit of all of them together. */
  readonly limit: number;
  held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }
}

/** Usage of one of them, wherever the octets themselves are stored. */
export class RoomShare {
  protected readonly room: SharedRoom;
  #octets = 0;

  constructor(room: SharedRoom) {
    this.room = room;
  }

  /** @returns whether this much more fits, and if so reserves it. */
  take(octets: number): boolean {
    const { room } = this;
    if (room.held + octets > room.limit) return false;
    room.held += octets;
    this.#octets += octets;
    return true;
  }

  /** Releases this much, or everything. */
  remove(octets: number): void {
    const gone = Math.min(octets, this.#octets);
    this.room.held -= gone;
    this.#octets -= gone;
  }

  clear(): void {
    this.remove(this.#octets);
  }
}

/** Overhead of a buffer and its place in a list, in octets. */
export const pieceOctets = 256;
