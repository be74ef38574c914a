import type { HeatMap } from '../../contracts/heat-map.ts';
import { msDigits } from '../components/format.ts';
import { logScale } from '../data/ticks.ts';
import { clock } from '../data/units.ts';
import { TimeAxis, timeTicks, ValueAxis } from './Axes.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { mapRange, mapScale } from './geometry.ts';

interface HeatMapFigureProps {
  readonly map: HeatMap;
  readonly title: string;
  readonly origin: string;
}

const margin = { left: 50, right: 14, top: 22, bottom: 22 };

/** Latency over time: the darker a field, the more requests of its column fell into its band. */
export function HeatMapFigure({ map, title, origin }: HeatMapFigureProps) {
  const busiest = Math.max(1, ...map.columns.flatMap(({ counts }) => counts));
  return (
    <ChartFrame
      title={title}
      unit="ms"
      better="lower"
      summary={`${title}: how many requests of each second fell into each band of latency, at most ${busiest}.`}
      legend={[]}
      height={320}
      origin={origin}
      table={() => ({
        caption: title,
        header: ['Time (s)', 'Latency from (ms)', 'Latency to (ms)', 'Requests'],
        rows: map.columns.flatMap(({ startSeconds, counts }) =>
          counts.map((count, band) => [
            startSeconds,
            map.edgesMs[band] ?? 0,
            map.edgesMs[band + 1] ?? 0,
            count,
          ]),
        ),
      })}
      draw={({ width, height }) => (
        <Fields map={map} width={width} height={height} busiest={busiest} />
      )}
    />
  );
}

interface FieldsProps {
  readonly map: HeatMap;
  readonly width: number;
  readonly height: number;
  readonly busiest: number;
}

function Fields({ map, width, height, busiest }: FieldsProps) {
  const box = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const last = map.columns.at(-1);
  const domain = [
    map.columns[0]?.startSeconds ?? 0,
    last ? last.startSeconds + last.seconds : 1,
  ] as const;
  const scale = logScale(map.edgesMs[0] ?? 0.1, map.edgesMs.at(-1) ?? 1);
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const y = mapScale(scale, [box.top + box.height, box.top], true);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={scale} log title="latency, ms" />
      <TimeAxis
        box={box}
        domain={domain}
        ticks={timeTicks(domain, Math.max(2, Math.floor(box.width / 70)))}
        labels
      />
      {map.columns.flatMap(({ startSeconds, seconds, counts }) =>
        counts.map((count, band) => {
          const [from, to] = [map.edgesMs[band] ?? 0, map.edgesMs[band + 1] ?? 0];
          if (count === 0) return null;
          return (
            <rect
              key={`${startSeconds}/${from}`}
              x={x(startSeconds)}
              y={y(to)}
              width={x(startSeconds + seconds) - x(startSeconds)}
              height={y(from) - y(to)}
              fill="var(--wb-accent)"
              fillOpacity={0.12 + (0.88 * Math.log1p(count)) / Math.log1p(busiest)}
            >
              <title>{`${clock(startSeconds)}, ${msDigits(from)} to ${msDigits(to)} ms: ${count}`}</title>
            </rect>
          );
        }),
      )}
    </svg>
  );
}
