/** Where the pointer is over one figure: in the window, and what it points at. */
export interface Pointed<T> {
  readonly clientX: number;
  readonly clientY: number;
  readonly at: T;
}

/** Tells a tip where the pointer is without drawing the chart under it again. */
export interface PointerStore<T> {
  get(): Pointed<T> | null;
  set(next: Pointed<T> | null): void;
  /** @returns an unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** Makes the store of one chart. */
export function createPointer<T>(): PointerStore<T> {
  let current: Pointed<T> | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
