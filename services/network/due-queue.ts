/** An item due at a moment on the clock of `performance.now()`. */
export interface Due {
  readonly atMs: number;
  act(): void;
}

/** Items ordered by moment (a binary heap); simultaneous items keep their order. */
export class DueQueue {
  readonly #heap: { readonly due: Due; readonly turn: number }[] = [];
  #turns = 0;

  /** The next moment; null if empty. */
  get nextMs(): number | null {
    return this.#heap[0]?.due.atMs ?? null;
  }

  get size(): number {
    return this.#heap.length;
  }

  add(due: Due): void {
    const heap = this.#heap;
    heap.push({ due, turn: this.#turns++ });
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLater(parent, at)) return;
      at = parent;
    }
  }

  /** @returns the first item if its moment has come. */
  take(nowMs: number): Due | null {
    const first = this.#heap[0];
    if (!first || first.due.atMs > nowMs) return null;
    const last = this.#heap.pop();
    if (last && last !== first) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first.due;
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= this.#heap.length) return;
      const child = this.#isLater(left, left + 1) ? left + 1 : left;
      if (!this.#swapIfLater(at, child)) return;
      at = child;
    }
  }

  #isLater(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    return a.due.atMs > b.due.atMs || (a.due.atMs === b.due.atMs && a.turn > b.turn);
  }

  #swapIfLater(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b || !this.#isLater(one, other)) return false;
    this.#heap[one] = b;
    this.#heap[other] = a;
    return true;
  }
}
