import { levelWords } from '../data/loadLevel.ts';
import type { LoadProfile } from '../data/loadProfile.ts';
import { zeroScale } from '../data/ticks.ts';
import { TimeAxis, timeTicks, ValueAxis } from './Axes.tsx';
import { linePath, mapRange } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface ProfileChartProps {
  readonly profile: LoadProfile;
  readonly width: number;
  readonly height: number;
}

const margin = { left: 46, right: 14, top: 20, bottom: 32 };

/** A sketch of a load: its level over time, with what is measured on the plain ground. */
export function ProfileChart({ profile, width, height }: ProfileChartProps) {
  const { lines, measured, seconds } = profile;
  const box = {
    left: margin.left,
    top: margin.top,
    width: Math.max(10, width - margin.left - margin.right),
    height: Math.max(10, height - margin.top - margin.bottom),
  };
  const top = Math.max(...lines.flatMap((line) => line.map(({ level }) => level)));
  const scale = zeroScale(top, 3, profile.of === 'users' ? 1 : 0);
  const domain = [0, seconds] as const;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const y = mapRange([scale.min, scale.max], [box.top + box.height, box.top]);
  const shades = gaps(measured, seconds);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      {shades.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={box.top}
          width={Math.max(0, x(to) - x(from))}
          height={box.height}
          fill={ink.shade}
        />
      ))}
      <ValueAxis box={box} scale={scale} />
      <TimeAxis
        box={box}
        domain={domain}
        ticks={timeTicks(domain, Math.max(2, Math.floor(box.width / 56)))}
        labels={profile.end !== 'requests'}
      />
      <g fontSize={tickSize} fill={ink.tick}>
        <text x={2} y={11}>
          {levelWords(profile.of).axis}
        </text>
        <text x={box.left + box.width} y={height - 3} textAnchor="end">
          {endWords[profile.end]}
        </text>
        {shades.length > 0 && (
          <text x={box.left + box.width} y={11} textAnchor="end">
            shaded: not measured
          </text>
        )}
      </g>
      {lines.map((line, index) => (
        <path
          key={index}
          d={linePath(
            line.map(({ at }) => at),
            line.map(({ level }) => level),
            x,
            y,
          )}
          fill="none"
          stroke="var(--wb-accent)"
          strokeWidth={1.75}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}

const endWords: Record<LoadProfile['end'], string> = {
  time: 'minutes and seconds',
  saturation: 'minutes and seconds; ends earlier at saturation',
  requests: 'time, until the requests are done',
};

/** What is left between the measured stretches. */
function gaps(measured: LoadProfile['measured'], end: number): LoadProfile['measured'] {
  const edges = [0, ...measured.flatMap(({ from, to }) => [from, to]), end];
  const pairs = Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: edges[2 * index] ?? 0,
    to: edges[2 * index + 1] ?? 0,
  }));
  return pairs.filter(({ from, to }) => to > from);
}
