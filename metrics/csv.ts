/** A value of a table as it is exported; null is an empty field: there is no such figure. */
export type CsvValue = string | number | null;

/** A spreadsheet takes a text that begins so for a formula; an apostrophe makes it text again. */
const formulaStart = /^[=+\-@\t\r\n]/;
/**
 * `@grpc/grpc-js`: the name of a package, which has to stay as it is. Even a spreadsheet that took it for
 * a formula could do nothing with it: without brackets, quotes, `!` and `|` it calls and fetches nothing.
 */
const packageName = /^@[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formulaStart.test(value) && !packageName.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as CSV (RFC 4180: CRLF, quotes doubled), the header first. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
