/**
 * Formats numbers, durations and dates for people: in the window, a report, a terminal or a sentence. Enough
 * digits to compare, no more, and a unit; `…Digits` omit the unit, for tables with a unit in the header. A
 * missing value becomes a dash.
 */

const missing = '–';

type Figure = number | null | undefined;

function isMissing(value: Figure): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

const withDecimals = (decimals: number) =>
  new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
/** Formatters by decimals; created on first use, because the first takes as long as loading this module. */
const usual: Intl.NumberFormat[] = [];

/**
 * A number with a fixed number of decimals, a comma between thousands and a true minus sign: `−1,234.5`.
 * Halves round up in decimal (7.795 is `7.80`), while `toFixed` rounds the binary value.
 */
export function groupDigits(value: Figure, decimals: number): string {
  if (isMissing(value)) return missing;
  usual[decimals] ??= withDecimals(decimals);
  return usual[decimals].format(value).replace('-', '−');
}

/** Three significant digits, but never fewer than the integer part: `0.214`, `3.87`, `42.1`, `1,204`. */
export function threeDigits(value: Figure): string {
  return groupDigits(value, isMissing(value) ? 0 : threeDecimals(Math.abs(value)));
}

function threeDecimals(size: number): number {
  if (size >= 99.95 || size === 0) return 0;
  if (size >= 9.995) return 1;
  return size >= 0.9995 ? 2 : 3;
}

/**
 * A value with its certain digits only: to a tenth of its span, which is the width of its interval or the
 * range of its repetitions. `24,000` for 24,185 between 4,000 and 52,000; at most {@link threeDigits}, which
 * also formats values without a span.
 */
export function certainDigits(value: Figure, span: Figure): string {
  if (isMissing(value) || isMissing(span) || span <= 0 || value === 0) return threeDigits(value);
  const tenth = Math.floor(Math.log10(span)) - 1;
  const power = Math.min(tenth, Math.floor(Math.log10(Math.abs(value))));
  if (power <= 0) return groupDigits(value, Math.min(-power, threeDecimals(Math.abs(value))));
  return groupDigits(Math.round(value / 10 ** power) * 10 ** power, 0);
}

/** At most this many significant digits, without grouping and trailing zeros: `1.84`, `0.0312`, `251`. */
export function significant(value: number, digits = 3): string {
  return String(Number(value.toPrecision(digits)));
}

/** At most this many decimals, without trailing zeros: `1,250`, `62.5`. */
export function shortDigits(value: Figure, decimals: number): string {
  const text = groupDigits(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A whole number with groups: `1,234,567`. */
export function formatCount(value: Figure): string {
  return groupDigits(value, 0);
}

/** A count with its noun: `1 trial`, `3 trials`. @param many plural, if not the noun with an s. */
export function countOf(count: number, noun: string, many = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : many}`;
}

/** Some of several things within a sentence: `2 of 6 trials`, `both trials`, `the only trial`. */
export function someOf(count: number, all: number, noun: string): string {
  if (count !== all || all > 2) return `${formatCount(count)} of ${countOf(all, noun)}`;
  return all === 1 ? `the only ${noun}` : `both ${noun}s`;
}

/** Words as a list in a sentence: `gRPC, REST and SOAP`. */
export function inSeries(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** Joins sentences, each with its full stop. */
export function joinSentences(all: readonly string[]): string {
  return all.join(' ');
}

/** Throughput: `12,345 req/s`. */
export function formatRps(value: Figure): string {
  return isMissing(value) ? missing : `${threeDigits(value)} req/s`;
}

/**
 * A latency in milliseconds: `3.87 ms`, and from ten seconds on `12.4 s`.
 * @param span width of its interval in milliseconds, if known.
 */
export function formatMs(value: Figure, span = 0): string {
  if (isMissing(value)) return missing;
  const [unit, factor] = Math.abs(value) >= 10_000 ? ['s', 0.001] : ['ms', 1];
  return `${certainDigits(value * factor, span * factor)} ${unit}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units: `512 B`, `4.21 MB`. */
export function formatBytes(value: Figure): string {
  if (isMissing(value)) return missing;
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 999.5 && unit < byteUnits.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? groupDigits(size, 0) : threeDigits(size)} ${byteUnits[unit]}`;
}

/** A duration in seconds: `850 ms`, `12.5 s`, `4 min 20 s`, `1 h 05 min`. */
export function formatDuration(seconds: Figure): string {
  if (isMissing(seconds)) return missing;
  if (seconds === 0) return '0 s';
  if (seconds < 1) return `${groupDigits(seconds * 1000, 0)} ms`;
  if (seconds < 59.95) return `${groupDigits(seconds, Number.isInteger(seconds) ? 0 : 1)} s`;
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (h > 0) return `${groupDigits(h, 0)} h ${String(m).padStart(2, '0')} min`;
  return s === 0 ? `${m} min` : `${m} min ${String(s).padStart(2, '0')} s`;
}

/** A duration to the second, such as a remaining time: `5 s`, `4 min 20 s`. */
export function formatWholeSeconds(seconds: Figure): string {
  return formatDuration(isMissing(seconds) ? null : Math.max(0, Math.round(seconds)));
}

/** A share (0–1) in percent: `0.42 %`, `97.5 %`, `100 %`. */
export function formatShare(value: Figure): string {
  if (isMissing(value)) return missing;
  return `${threeDigits(value * 100)} %`;
}

/** A share (0–1) within a sentence, whole from ten percent on: `1.2 %`, `38 %`. */
export function roughShare(share: Figure): string {
  if (isMissing(share)) return missing;
  return `${shortDigits(100 * share, Math.abs(share) < 0.1 ? 1 : 0)} %`;
}

/** A change in percent with its sign: `+38.2 %`, `−12.0 %`, and `±0 %` if it rounds to zero. */
export function formatChange(percent: Figure, decimals = 1): string {
  if (isMissing(percent)) return missing;
  const digits = groupDigits(percent, decimals);
  const sign = /[1-9]/.test(digits) ? (percent > 0 ? '+' : '') : '±';
  return `${sign}${digits} %`;
}

const relativeSteps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
let relative: Intl.RelativeTimeFormat | undefined;
const forms = {
  /** `4 Mar 2026, 09:12:07` */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  /** `4 Mar 2026, 09:12` */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  /** `4 Mar, 09:12` */
  near: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** `4 Mar` */
  day: { day: 'numeric', month: 'short' },
  /** `4 Mar 2026` */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `09:12` */
  clock: { hour: '2-digit', minute: '2-digit' },
  /** `09:12:07` */
  second: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const writers: { -readonly [form in keyof typeof forms]?: Intl.DateTimeFormat } = {};

/** Time elapsed since an ISO time: `just now`, `5 min ago`, `yesterday`; a date after a week. */
export function formatAgo(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return missing;
  if (seconds > 7 * 86_400 || seconds < -60) return formatExactTime(iso, 'date');
  for (const [unit, length] of relativeSteps) {
    if (seconds < length) continue;
    relative ??= new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'narrow' });
    return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** An ISO time in the reader's time zone, in full or in another format. */
export function formatExactTime(iso: string, form: keyof typeof forms = 'exact'): string {
  const at = new Date(iso);
  if (!Number.isFinite(at.getTime())) return missing;
  writers[form] ??= new Intl.DateTimeFormat('en-GB', forms[form]);
  return writers[form].format(at);
}

/** A command of ours as people type it, in a clone as well as with the package. */
export const formatCommand = (command: string) => `npx ${command}`;
