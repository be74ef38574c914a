/** Reads CSV (RFC 4180) into one record per line, keyed by the header. */
export function parseCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  // A field is quoted, with quotes doubled, or bare; then comes a comma or the end of the line.
  for (const [, quoted, bare, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  const [header = [], ...rows] = lines;
  return rows
    .filter((row) => row.some((value) => value !== ''))
    .map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}
