import { z } from 'zod';

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const pattern =
  /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;
const maxMs = 7 * 24 * 3_600_000;

/**
 * Parses a duration such as `20` (seconds), `20s`, `3m`, `1h20m`, `3h30m10s`, `500ms`.
 * @returns milliseconds, to the microsecond, or undefined if the text is not a duration.
 */
export function parseDuration(text: string | number): number | undefined {
  if (typeof text === 'number') {
    return Number.isFinite(text) && text >= 0 ? toMicroseconds(text * 1000) : undefined;
  }
  const trimmed = text.trim();
  if (/^\d+(?:\.\d+)?$/.test(trimmed)) return toMicroseconds(Number(trimmed) * 1000);
  const match = pattern.exec(trimmed);
  if (!match || trimmed === '') return undefined;
  const [, h, m, s, ms] = match;
  const sum = [h, m, s, ms].reduce((sum, part, index) => {
    const unit = ['h', 'm', 's', 'ms'][index] ?? 'ms';
    return sum + (part === undefined ? 0 : Number(part) * (unitMs[unit] ?? 0));
  }, 0);
  return toMicroseconds(sum);
}

/** `8.014s` is 8014 ms, although 8.014 × 1000 is slightly less. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Formats milliseconds for {@link parseDuration}: `90000` becomes `1m30s`. */
export function writeDuration(ms: number): string {
  if (ms < 1000 || !Number.isInteger(ms / 1000)) {
    return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
  }
  const seconds = ms / 1000;
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = seconds % 60;
  return `${h ? `${h}h` : ''}${m ? `${m}m` : ''}${s || seconds === 0 ? `${s}s` : ''}`;
}

/**
 * A duration in the experiment file; the parsed value is in milliseconds.
 * @param expected message for an invalid one.
 */
export function durationOr(expected: string) {
  return z.union([z.string(), z.number()], { error: expected }).transform((value, context) => {
    const ms = parseDuration(value);
    if (ms === undefined) {
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    }
    if (ms > maxMs) {
      context.addIssue({ code: 'custom', message: 'expected a duration of at most 7 days (168h)' });
      return z.NEVER;
    }
    return ms;
  });
}

/** Description of a duration, for error messages. */
export const durationHelp = 'expected a duration such as 20, 20s, 3m, 1h20m or 500ms';

export const durationSchema = durationOr(durationHelp);
