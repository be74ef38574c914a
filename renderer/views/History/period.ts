/** A period as chosen by the user. Days are `YYYY-MM-DD`; empty for an open end. */
export type Period =
  | { readonly kind: 'any' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'between'; readonly from: string; readonly to: string };

/** ISO times between which a run must have started; null for an open end. */
export interface Bounds {
  readonly from: string | null;
  readonly to: string | null;
}

/** Start of a day in the user's time zone, a number of days after `day`. */
function midnight(day: Date, later = 0): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later);
}

function readDay(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const day = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return Number.isFinite(day.getTime()) ? day : null;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** The current bounds of a period, including its last day. */
export function boundsOf(period: Period, now: Date): Bounds {
  if (period.kind === 'any') return { from: null, to: null };
  if (period.kind === 'days') return { from: iso(midnight(now, 1 - period.days)), to: null };
  const from = readDay(period.from);
  const to = readDay(period.to);
  return { from: iso(from), to: iso(to && midnight(to, 1)) };
}

export const presets: readonly { readonly label: string; readonly period: Period }[] = [
  { label: 'Any time', period: { kind: 'any' } },
  { label: 'Today', period: { kind: 'days', days: 1 } },
  { label: 'Last 7 days', period: { kind: 'days', days: 7 } },
  { label: 'Last 30 days', period: { kind: 'days', days: 30 } },
  { label: 'Last 365 days', period: { kind: 'days', days: 365 } },
];

/** Label of a period on a filter button. */
export function describePeriod(period: Period): string {
  if (period.kind !== 'between') {
    const preset = presets.find(
      (one) =>
        one.period.kind === period.kind &&
        (period.kind === 'any' || (one.period.kind === 'days' && one.period.days === period.days)),
    );
    return preset?.label ?? `Last ${period.kind === 'days' ? period.days : 0} days`;
  }
  if (period.from === '') return period.to === '' ? 'Any time' : `until ${period.to}`;
  return period.to === '' ? `since ${period.from}` : `${period.from} – ${period.to}`;
}
