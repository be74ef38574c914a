import { type KeyboardEvent, useMemo, useState } from 'react';
import { type GainFigure, type GainPoint, gainLines, gainName } from '../data/sizeGain.ts';
import { ChartTip } from './ChartTip.tsx';
import styles from './charts.module.css';
import { createCursor, type Pointed } from './cursor.ts';
import { SwatchIcon } from './Swatch.tsx';
import { type PlacedPoint, type ScatterArea, scatterLayout } from './scatterLayout.ts';
import { scatterLook } from './scatterLook.ts';

interface ScatterPointsProps {
  readonly figure: GainFigure;
  readonly area: ScatterArea;
}

/** A button at each point of a scatter plot: one Tab stop; arrow keys move between points. */
export function ScatterPoints({ figure, area }: ScatterPointsProps) {
  const pointer = useMemo(() => createCursor<Pointed<PlacedPoint['point']>>(), []);
  const [last, setLast] = useState<string | null>(null);
  const points = scatterLayout(figure, area)?.points ?? [];
  const stop = points.find(({ point }) => point.key === last) ?? points[0];
  const leave = () => pointer.set(null);
  return (
    <>
      <ul className={styles.marks} aria-label="Points" onKeyDown={moveBetweenPoints}>
        {points.map(({ point, x, y }) => (
          <li key={point.key}>
            <button
              type="button"
              className={styles.mark}
              style={{ left: x, top: y }}
              aria-label={`${gainName(point)}: ${gainLines(point, figure).join('. ')}`}
              tabIndex={point.key === stop?.point.key ? 0 : -1}
              onFocus={({ currentTarget }) => {
                setLast(point.key);
                pointer.set({ ...middleOf(currentTarget), at: point });
              }}
              onPointerEnter={({ currentTarget }) =>
                pointer.set({ ...middleOf(currentTarget), at: point })
              }
              onBlur={leave}
              onPointerLeave={leave}
            />
          </li>
        ))}
      </ul>
      <ChartTip pointer={pointer}>
        {(point) => <ScatterTip point={point} figure={figure} />}
      </ChartTip>
    </>
  );
}

function middleOf(element: HTMLElement): { readonly clientX: number; readonly clientY: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function moveBetweenPoints(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.indexOf(event.target as HTMLButtonElement);
  const places: Record<string, number> = { Home: 0, End: all.length - 1 };
  const next = all[places[event.key] ?? at + (steps[event.key] ?? Number.NaN)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Tooltip of a point of a scatter plot. */
function ScatterTip({ point, figure }: { point: GainPoint; figure: GainFigure }) {
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
