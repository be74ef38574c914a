const grouped = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const formats = [grouped(0), grouped(1), grouped(2), grouped(3)] as const;

/** Whole numbers in groups of three: `12,345`. */
export function formatCount(value: number): string {
  return formats[0].format(value);
}

/** Requests or iterations per second, with one decimal where that tells more: `12,345`, `98.7`. */
export function formatRate(value: number): string {
  return value >= 100 ? formats[0].format(value) : formats[1].format(value);
}

/** Milliseconds to three digits or so: `0.123`, `1.23`, `12.3`, `1,234`. */
export function formatMs(value: number): string {
  if (value >= 100) return formats[0].format(value);
  if (value >= 10) return formats[1].format(value);
  return value >= 1 ? formats[2].format(value) : formats[3].format(value);
}

/** A duration in whole seconds for people: `5s`, `3m05s`, `1h20m`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h${two(Math.floor((whole % 3600) / 60))}m`;
}

/** A time stamp of the store in the reader's own zone: `2026-03-01 14:05:09`. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/** A count with its noun: `1 trial`, `3 trials`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}
