import { formatMs, shortDigits } from '../../metrics/format.ts';
import type { CurveRow } from '../data/percentiles.ts';
import styles from './charts.module.css';
import { type Curve, curveWords } from './curve.ts';
import { SwatchIcon } from './Swatch.tsx';

interface CurveTipProps {
  readonly curves: readonly Curve[];
  readonly hidden: ReadonlySet<string>;
  readonly row: CurveRow | null;
}

/** The latencies of all curves at one share of the requests. */
export function CurveTip({ curves, hidden, row }: CurveTipProps) {
  if (!row) return null;
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>
        {percentText(row.x)} of {curveWords(curves).many} took at most
      </div>
      {curves.map(({ look }, index) =>
        hidden.has(look.key) ? null : (
          <div key={look.key} className={styles.tipRow}>
            <SwatchIcon item={look} />
            <span>{look.label}</span>
            <span className={styles.tipValue}>{formatMs(row[`c${index}`])}</span>
          </div>
        ),
      )}
    </div>
  );
}

/** A share with enough digits for its nines. */
function percentText(x: number): string {
  const percent = 100 * (1 - 10 ** -x);
  return `${shortDigits(percent, Math.max(0, Math.ceil(x) - 1))} %`;
}
