import type { WarmUpResult } from '../contracts/measurement.ts';
import { type Column, numbers } from './columns.ts';
import { groupDigits } from './format.ts';

/** What a warm-up took that was to end by itself, and where its maximum ended it, that. */
export function warmUpColumn<Row>(
  of: (row: Row) => WarmUpResult | undefined,
): Omit<Column<Row>, 'id'> {
  const seconds = numbers<Row>(
    'Warm-up',
    's',
    (row) => of(row)?.seconds ?? null,
    (value) => groupDigits(value, 1),
  );
  const text = (row: Row) => {
    const digits = groupDigits(of(row)?.seconds ?? null, 1);
    return of(row)?.ended === 'maximum' ? `${digits} (maximum)` : digits;
  };
  return { ...seconds, text };
}

/** The same in words; absent where it had a fixed length. */
export function warmUpWords({ seconds, ended }: WarmUpResult): string {
  const took = `${groupDigits(seconds, 1)} s`;
  return ended === 'steady'
    ? `${took}, until steady`
    : `${took}, its maximum, without becoming steady`;
}

/** Whether a warm-up was to end by itself, so that each trial or round has its own. */
export function hasOwnWarmUps(
  rows: readonly { readonly warmUp?: WarmUpResult | undefined }[],
): boolean {
  return rows.some(({ warmUp }) => warmUp !== undefined);
}
