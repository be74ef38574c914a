/** Room for octets that several share. */
export class SharedRoom {
  /** All together hold no more. */
  readonly limit: number;
  held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }
}

/** What one of them holds, whoever keeps the octets themselves. */
export class RoomShare {
  protected readonly room: SharedRoom;
  #octets = 0;

  constructor(room: SharedRoom) {
    this.room = room;
  }

  /** @returns whether there is room for so many more, which are held then. */
  take(octets: number): boolean {
    const { room } = this;
    if (room.held + octets > room.limit) return false;
    room.held += octets;
    this.#octets += octets;
    return true;
  }

  /** Lets go of so many, or of all there are. */
  remove(octets: number): void {
    const gone = Math.min(octets, this.#octets);
    this.room.held -= gone;
    this.#octets -= gone;
  }

  clear(): void {
    this.remove(this.#octets);
  }
}

/** What a buffer takes besides what is in it, with its place in a list; octets. */
export const pieceOctets = 256;
