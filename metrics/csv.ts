/** A table value for export; null becomes an empty field. */
export type CsvValue = string | number | null;

/** A spreadsheet treats a text with such a start as a formula; a leading apostrophe makes it text again. */
const formulaStart = /^[=+\-@\t\r\n]/;
/**
 * A package name such as `@grpc/grpc-js`, which must stay unchanged. Even a spreadsheet that treats it as a
 * formula can do no harm: without brackets, quotes, `!` and `|` it calls and fetches nothing.
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
