import type { WarmUpResult } from '../contracts/measurement.ts';
import { type Column, numbers } from './columns.ts';
import { groupDigits } from './format.ts';

/** Duration of a warm-up that ends by itself, marked if its maximum ended it. */
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

/** The same as a phrase; absent for a warm-up of fixed length. */
export function warmUpWords({ seconds, ended }: WarmUpResult): string {
  const took = `${groupDigits(seconds, 1)} s`;
  return ended === 'steady'
    ? `${took}, until steady`
    : `${took}, its maximum, without becoming steady`;
}

/** Whether a warm-up ends by itself, so that each trial or round has its own. */
export function hasOwnWarmUps(
  rows: readonly { readonly warmUp?: WarmUpResult | undefined }[],
): boolean {
  return rows.some(({ warmUp }) => warmUp !== undefined);
}
