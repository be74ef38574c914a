/** Memory for buffers, shared by several holders. */
export class MemoryBudget {
  /** Limit for all of them together. */
  readonly limit: number;
  held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }
}

/** One holder’s usage, wherever its octets are stored. */
export class MemoryShare {
  protected readonly budget: MemoryBudget;
  #octets = 0;

  constructor(budget: MemoryBudget) {
    this.budget = budget;
  }

  /** @returns whether this much more fits, and if so reserves it. */
  take(octets: number): boolean {
    const { budget } = this;
    if (budget.held + octets > budget.limit) return false;
    budget.held += octets;
    this.#octets += octets;
    return true;
  }

  /** Releases this much, or everything. */
  remove(octets: number): void {
    const gone = Math.min(octets, this.#octets);
    this.budget.held -= gone;
    this.#octets -= gone;
  }

  clear(): void {
    this.remove(this.#octets);
  }
}

/** Overhead of a buffer and its place in a list, in octets. */
export const pieceOctets = 256;
