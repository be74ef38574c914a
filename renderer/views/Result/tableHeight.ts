/** Height in pixels of a table in the page: all its rows up to about a dozen, then it scrolls. */
export function tableHeight(rows: number, rowHeight = 34): number {
  const most = Math.floor((13 * 34) / rowHeight);
  return 32 + Math.min(rows, most) * rowHeight + 12;
}
