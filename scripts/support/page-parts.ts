/**
 * Replaces the text between two markers of a page.
 * @throws RangeError when the page lacks the markers.
 */
export function replaceBetween(
  page: string,
  [start, end]: readonly [string, string],
  text: string,
) {
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new RangeError(`the page has no place between ${start} and ${end}`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}
