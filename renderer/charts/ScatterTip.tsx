import { type GainFigure, type GainPoint, gainLines, gainName } from '../data/sizeGain.ts';
import styles from './charts.module.css';
import { SwatchIcon } from './Swatch.tsx';
import { scatterLook } from './scatterLook.ts';

/** What a point of a scatter says. */
export function ScatterTip({ point, figure }: { point: GainPoint; figure: GainFigure }) {
  return (
    <div className={styles.tip}>
      <div className={styles.tipRow}>
        <SwatchIcon item={scatterLook(point.protocol)} />
        <strong>{gainName(point)}</strong>
      </div>
      {gainLines(point, figure).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
