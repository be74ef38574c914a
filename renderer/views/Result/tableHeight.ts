/** Height in pixels of a table in the page: all its rows up to about a dozen, then it scrolls. */
export function tableHeight(rows: number): number {
  return 32 + Math.min(rows, 13) * 34 + 12;
}
