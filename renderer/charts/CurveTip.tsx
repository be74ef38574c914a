import { formatMs, shortDigits } from '../../metrics/format.ts';
import type { CurveRow } from '../data/percentiles.ts';
import { type Curve, curveWords } from './curve.ts';
import { TipRows } from './TipRows.tsx';

interface CurveTipProps {
  readonly curves: readonly Curve[];
  readonly hidden: ReadonlySet<string>;
  readonly row: CurveRow | null;
}

/** The latencies of all curves at one share of the requests. */
export function CurveTip({ curves, hidden, row }: CurveTipProps) {
  if (!row) return null;
  const rows = curves.flatMap(({ look }, index) => {
    const { key, label } = look;
    return hidden.has(key) ? [] : [{ key, look, label, value: formatMs(row[`c${index}`]) }];
  });
  return (
    <TipRows
      title={`${percentText(row.x)} of ${curveWords(curves).many} took at most`}
      rows={rows}
    />
  );
}

/** A share with enough digits for its nines. */
function percentText(x: number): string {
  const percent = 100 * (1 - 10 ** -x);
  return `${shortDigits(percent, Math.max(0, Math.ceil(x) - 1))} %`;
}
