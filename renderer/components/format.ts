/**
 * Numbers as people read them: enough digits to compare, no more, and always a unit. The
 * `…Digits` forms leave the unit out, for tables whose header has it.
 */

const missing = '–';

const grouped = (digits: number) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const byDigits = [0, 1, 2, 3].map(grouped);

function fixed(value: number, digits: number): string {
  return (byDigits[digits] ?? grouped(digits)).format(value);
}

/** Three significant digits, but never fewer than the whole part. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95 || size === 0) return fixed(value, 0);
  if (size >= 9.995) return fixed(value, 1);
  if (size >= 0.9995) return fixed(value, 2);
  return fixed(value, 3);
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

/** A whole number with groups: `1,234,567`. */
export function formatCount(value: number | null | undefined): string {
  return isMissing(value) ? missing : fixed(value, 0);
}

/** Requests per second without the unit: `9.53`, `87.2`, `12,345`. */
export function rpsDigits(value: number | null | undefined): string {
  return isMissing(value) ? missing : threeDigits(value);
}

/** Throughput: `12,345 req/s`. */
export function formatRps(value: number | null | undefined): string {
  return isMissing(value) ? missing : `${threeDigits(value)} req/s`;
}

/** Milliseconds without the unit: `0.214`, `3.87`, `42.1`, `1,204`. */
export function msDigits(value: number | null | undefined): string {
  return isMissing(value) ? missing : threeDigits(value);
}

/** A latency in milliseconds: `3.87 ms`, and from ten seconds on `12.4 s`. */
export function formatMs(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  return Math.abs(value) >= 10_000 ? `${threeDigits(value / 1000)} s` : `${threeDigits(value)} ms`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units: `512 B`, `4.21 MB`. */
export function formatBytes(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 999.5 && unit < byteUnits.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? fixed(size, 0) : threeDigits(size)} ${byteUnits[unit]}`;
}

/** A length of time in seconds: `850 ms`, `12.5 s`, `4 min 20 s`, `1 h 05 min`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (isMissing(seconds)) return missing;
  if (seconds === 0) return '0 s';
  if (seconds < 1) return `${fixed(seconds * 1000, 0)} ms`;
  if (seconds < 59.95) return `${fixed(seconds, Number.isInteger(seconds) ? 0 : 1)} s`;
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (h > 0) return `${fixed(h, 0)} h ${String(m).padStart(2, '0')} min`;
  return s === 0 ? `${m} min` : `${m} min ${String(s).padStart(2, '0')} s`;
}

/** A share (0–1) in percent: `0.42 %`, `97.5 %`, `100 %`. */
export function formatShare(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  return `${threeDigits(value * 100)} %`;
}

const relativeSteps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'narrow' });
const dateOnly = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago an ISO time was: `just now`, `5 min ago`, `yesterday`; a date after a week. */
export function formatAgo(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return missing;
  if (seconds > 7 * 86_400 || seconds < -60) return dateOnly.format(at);
  for (const [unit, length] of relativeSteps) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** An ISO time in full, in the reader's time zone. */
export function formatExactTime(iso: string): string {
  const at = new Date(iso);
  return Number.isFinite(at.getTime()) ? exact.format(at) : missing;
}
