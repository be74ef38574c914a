import { type RefObject, useEffect, useState } from 'react';

export interface RowWindow {
  /** Index of the first row to draw, and one past the last. */
  readonly start: number;
  readonly end: number;
  /** Height of the omitted rows before and after, in pixels. */
  readonly before: number;
  readonly after: number;
}

/** Rows drawn beyond the visible edge, so that a quick scroll shows no gap. */
const margin = 12;
/** Up to this number every row is drawn, so that find-in-page and screen readers see all. */
const fewRows = 150;

/**
 * Which rows of a long list have to be drawn; all are equally high.
 * @param drawAll number of rows up to which all are drawn; lower where rows are slow to draw.
 */
export function visibleRows(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  drawAll = fewRows,
): RowWindow {
  if (count <= drawAll) return { start: 0, end: count, before: 0, after: 0 };
  const start = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - margin));
  const end = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + margin);
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight };
}

/** Follows the scroll position of `viewport`. */
export function useWindowedRows(
  viewport: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  drawAll = fewRows,
): RowWindow {
  const [view, setView] = useState({ scrollTop: 0, height: 800 });
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const read = () => setView({ scrollTop: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(read);
    resized.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [viewport]);
  return visibleRows(count, rowHeight, view.scrollTop, view.height, drawAll);
}
