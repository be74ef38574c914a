import { useYAxisScale } from 'recharts';
import type { TrendLine } from '../data/compareTrend.ts';
import { markerPath } from './geometry.ts';
import { ink, type LegendItem } from './look.ts';

interface TrendPointMarkProps {
  /** Pixels; none where Recharts has no place for the point. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly point: TrendLine['points'][number];
  readonly look: LegendItem;
  /** Turns values into the unit of the axis, which ends at `top`. */
  readonly factor: number;
  readonly top: number;
}

/** The figure of a run with its interval; ringed when not trusted. */
export function TrendPointMark({ x, y, point, look, factor, top }: TrendPointMarkProps) {
  const scale = useYAxisScale();
  if (x === undefined || y === undefined || !scale) return null;
  const place = (value: number) => scale(Math.min(top, value * factor)) ?? y;
  const { interval, verdict } = point;
  return (
    <g stroke={look.color}>
      {interval && (
        <path
          d={whisker(x, place(interval.low), place(interval.high), interval.high * factor <= top)}
          strokeWidth={1}
          strokeOpacity={0.7}
        />
      )}
      {look.marker && (
        <path
          d={markerPath(look.marker, x, y, 4)}
          fill={look.fill === 'outline' ? ink.paper : look.color}
          strokeWidth={1.5}
        />
      )}
      {verdict !== 'ok' && (
        <circle cx={x} cy={y} r={8} fill="none" stroke={ink.warn} strokeWidth={1.25} />
      )}
    </g>
  );
}

/** An interval that goes on beyond the axis has no stroke at its upper end. */
function whisker(x: number, low: number, high: number, ends: boolean): string {
  return `M${x} ${low}V${high}M${x - 3} ${low}h6${ends ? `M${x - 3} ${high}h6` : ''}`;
}
