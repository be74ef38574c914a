/** Formats our values like the published ones. */

/** Minimum number of significant digits. */
const digits = 3;
const maxDecimals = 6;

/** A value with the decimals, separators and percent sign of a printed one, but with at least three digits. */
export function likePrinted(value: number, printed: string): string {
  const [, fraction = ''] = /\d\.(\d+)/.exec(printed) ?? [];
  const size = Math.abs(value);
  if (Number.isInteger(value) && fraction === '')
    return signed(value.toLocaleString('en-GB'), printed);
  const places = size > 0 ? digits - 1 - Math.floor(Math.log10(size)) : 0;
  const least = Math.min(maxDecimals, Math.max(fraction.length, places, 0));
  const decimals = size >= 100 ? Math.min(fraction.length, 2) : least;
  const number = value.toLocaleString('en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: printed.includes(','),
  });
  return signed(number, printed);
}

/** With the percent sign or the word of a printed value. */
function signed(number: string, printed: string): string {
  const text = number.replace('-', '−');
  if (printed.includes('%')) return `${text} %`;
  return printed.includes('times') ? `${text} times` : text;
}
