import { CartesianGrid, Line, LineChart, ReferenceArea, XAxis, YAxis } from 'recharts';
import { levelWords } from '../../metrics/levels.ts';
import { tickTexts, timeText } from '../../metrics/units.ts';
import type { LoadProfile } from '../data/loadProfile.ts';
import { zeroScale } from '../data/ticks.ts';
import { timeTicks } from '../data/timeTicks.ts';
import { ink, tickSize } from './look.ts';

interface ProfileChartProps {
  readonly profile: LoadProfile;
  readonly width: number;
  readonly height: number;
}

const margin = { left: 0, right: 14, top: 20, bottom: 0 };
const axis = { width: 46, height: 32 };

/** A sketch of a load: its level over time, with unmeasured time shaded. */
export function ProfileChart({ profile, width, height }: ProfileChartProps) {
  const { lines, measured, seconds } = profile;
  const top = Math.max(...lines.flatMap((line) => line.map(({ level }) => level)));
  const scale = zeroScale(top, 3, profile.of === 'users' ? 1 : 0);
  const inside = Math.max(10, width - axis.width - margin.right);
  const texts = tickTexts(scale.ticks);
  const times = timeTicks([0, seconds], Math.max(2, Math.floor(inside / 56)));
  const shades = gaps(measured, seconds);
  return (
    <LineChart width={width} height={height} margin={margin} accessibilityLayer={false}>
      {shades.map(({ from, to }) => (
        <ReferenceArea
          key={from}
          x1={from}
          x2={to}
          fill={ink.shade}
          fillOpacity={1}
          zIndex={-200}
        />
      ))}
      <CartesianGrid vertical={false} stroke={ink.grid} />
      <XAxis
        dataKey="at"
        type="number"
        domain={[0, seconds]}
        ticks={times.ticks}
        tickFormatter={(at: number) => (profile.end === 'requests' ? '' : timeText(at, times.step))}
        interval={0}
        height={axis.height}
        axisLine={{ stroke: ink.axis }}
        tickLine={{ stroke: ink.axis }}
        tickSize={4}
        tick={{ fontSize: tickSize, fill: ink.tick }}
      />
      <YAxis
        width={axis.width}
        domain={[scale.min, scale.max]}
        ticks={[...scale.ticks]}
        tickFormatter={(_value, index) => texts[index] ?? ''}
        interval={0}
        axisLine={false}
        tickLine={false}
        tickMargin={6}
        tick={{ fontSize: tickSize, fill: ink.tick }}
      />
      <g fontSize={tickSize} fill={ink.tick}>
        <text x={2} y={11}>
          {levelWords(profile.of).axis}
        </text>
        <text x={width - margin.right} y={height - 3} textAnchor="end">
          {endWords[profile.end]}
        </text>
        {shades.length > 0 && (
          <text x={width - margin.right} y={11} textAnchor="end">
            shaded: not measured
          </text>
        )}
      </g>
      {lines.map((line, index) => (
        <Line
          key={index}
          data={[...line]}
          dataKey="level"
          stroke="var(--wb-accent)"
          strokeWidth={1.75}
          strokeLinejoin="round"
          isAnimationActive={false}
          dot={false}
          activeDot={false}
        />
      ))}
    </LineChart>
  );
}

const endWords: Record<LoadProfile['end'], string> = {
  time: 'minutes and seconds',
  steady: 'minutes and seconds; the warm-up ends earlier when steady',
  saturation: 'minutes and seconds; ends earlier at saturation',
  requests: 'time, until the requests are done',
};

/** The gaps between the measured ranges. */
function gaps(measured: LoadProfile['measured'], end: number): LoadProfile['measured'] {
  const edges = [0, ...measured.flatMap(({ from, to }) => [from, to]), end];
  const pairs = Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: edges[2 * index] ?? 0,
    to: edges[2 * index + 1] ?? 0,
  }));
  return pairs.filter(({ from, to }) => to > from);
}
