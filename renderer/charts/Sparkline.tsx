import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { sparkPoints } from '../data/serviceFeed.ts';

interface SparklineProps {
  readonly values: readonly number[];
  readonly color: string;
  readonly width?: number;
  readonly height?: number;
}

/** Seconds across the full width. */
const sparkSeconds = 60;

const margin = { left: 1, right: 1, top: 1.5, bottom: 0.5 };

/** The last minute of a value, which is written next to it. */
export function Sparkline({ values, color, width = 72, height = 18 }: SparklineProps) {
  const points = sparkPoints(values, sparkSeconds);
  // At least one: in a tiny domain, Recharts searches for round ticks for seconds.
  const top = Math.max(...points.map(({ value }) => value), 1);
  return (
    <div aria-hidden>
      <LineChart
        width={width}
        height={height}
        data={points}
        margin={margin}
        accessibilityLayer={false}
      >
        <XAxis
          dataKey="ago"
          type="number"
          domain={[1 - sparkSeconds, 0]}
          height={1}
          tick={false}
          tickLine={false}
          axisLine={{ stroke: 'var(--wb-grid)' }}
        />
        <YAxis hide domain={[0, top]} />
        <Line
          dataKey="value"
          stroke={color}
          strokeWidth={1.4}
          strokeLinejoin="round"
          strokeLinecap="round"
          isAnimationActive={false}
          // Without a function, Recharts draws a line of one point as a dot.
          dot={() => null}
          activeDot={false}
        />
      </LineChart>
    </div>
  );
}
