import { useSyncExternalStore } from 'react';

/** The position pointed at, or null; charts with the same cursor share it. */
export interface Cursor<T> {
  get(): T | null;
  set(at: T | null): void;
  /** @returns an unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** A position on an axis that aligned charts share: seconds, or a level of load. */
export type TimeCursor = Cursor<number>;

/** The pointer over one figure: its position in the window, and the target. */
export interface Pointed<T> {
  readonly clientX: number;
  readonly clientY: number;
  readonly at: T;
}

/** Creates a cursor: moving it redraws only its followers, not the chart. */
export function createCursor<T>(): Cursor<T> {
  let current: T | null = null;
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

/** Follows a cursor, which is unset in pictures and reports. */
export function useCursor<T>(cursor: Cursor<T>): T | null {
  return useSyncExternalStore(cursor.subscribe, cursor.get, nowhere);
}

function nowhere(): null {
  return null;
}
