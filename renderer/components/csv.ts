/** A value of a table as it is exported. */
export type CsvValue = string | number | null;

function field(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  // Spreadsheets run text that starts like a formula; a leading apostrophe keeps it text.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as CSV (RFC 4180), the header first. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
