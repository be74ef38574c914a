import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

/** The row that a key moves to; null for other keys. */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1);
}

/** Null while the row is not rendered, or its run is loading. */
function rowAt(viewport: HTMLElement | null, index: number): HTMLElement | null {
  const row = `tr[aria-rowindex="${index + 2}"][tabindex]`;
  return viewport?.querySelector<HTMLElement>(row) ?? null;
}

/**
 * Moves the focus between the rows of a long table by keyboard. Only one row can be reached with
 * Tab; rows that are not drawn yet are scrolled to first.
 */
export function useRowFocus(
  viewport: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = rowAt(viewport.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const element = viewport.current;
      const row = event.target;
      if (!element || !(row instanceof HTMLTableRowElement)) return;
      const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
      const next = rowAfterKey(
        event.key,
        row.ariaRowIndex ? Number(row.ariaRowIndex) - 2 : 0,
        count,
        page,
      );
      if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const drawn = rowAt(element, next);
      if (drawn) return drawn.focus();
      wanted.current = next;
      setActive(next);
      element.scrollTo(0, Math.max(0, next * rowHeight - element.clientHeight / 2));
    },
    [viewport, count, rowHeight],
  );
  return { active, setActive, onKeyDown };
}
