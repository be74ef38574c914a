import { useSyncExternalStore } from 'react';

/** What is pointed at, or null; charts that are given the same cursor move it together. */
export interface Cursor<T> {
  get(): T | null;
  set(at: T | null): void;
  /** @returns an unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** A place on an axis that aligned charts share: seconds, or a level of load. */
export type TimeCursor = Cursor<number>;

/** Where the pointer is over one figure: in the window, and what it points at. */
export interface Pointed<T> {
  readonly clientX: number;
  readonly clientY: number;
  readonly at: T;
}

/** Makes a cursor: moving it draws what follows it anew, and not the chart below. */
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

/** Follows a cursor. Nothing is pointed at in pictures and reports. */
export function useCursor<T>(cursor: Cursor<T>): T | null {
  return useSyncExternalStore(cursor.subscribe, cursor.get, nowhere);
}

function nowhere(): null {
  return null;
}
