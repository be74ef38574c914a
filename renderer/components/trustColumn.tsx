import type { Verdict } from '../../contracts/words.ts';
import type { DataColumn } from './tableModel.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

/** The table column for whether the results of a row can be trusted, and why not. */
export function trustColumn<Row>(
  of: (row: Row) => { readonly verdict: Verdict; readonly reasons: readonly string[] },
): DataColumn<Row> {
  return {
    id: 'health',
    header: 'Health',
    value: (row) => of(row).verdict,
    render: (row) => {
      const { verdict, reasons } = of(row);
      return <VerdictBadge bare verdict={verdict} reasons={reasons} />;
    },
  };
}
