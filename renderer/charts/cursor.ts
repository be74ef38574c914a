/** A place on a time axis that aligned charts share: seconds, or null when nobody points. */
export interface TimeCursor {
  get(): number | null;
  set(at: number | null): void;
  /** @returns an unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** Makes a cursor; charts that are given the same one move it together. */
export function createTimeCursor(): TimeCursor {
  let current: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(at) {
      if (at === current) return;
      current = at;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
