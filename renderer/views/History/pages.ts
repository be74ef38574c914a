/** Rows per page. */
export const pageSize = 200;

/** A range of rows: the first, and their number. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** The whole pages with the rows [start, end); at least one, at most three. */
export function stretchOf(start: number, end: number): RowRange {
  const first = Math.floor(Math.max(0, start) / pageSize);
  const last = Math.floor(Math.max(start, end - 1, 0) / pageSize);
  return { offset: first * pageSize, limit: pageSize * Math.min(3, last - first + 1) };
}
