import type { HeatMap } from '../../../contracts/heat-map.ts';
import { TimeAxis, timeTicks } from '../../charts/Axes.tsx';
import { mapRange, type PlotBox } from '../../charts/geometry.ts';
import { ink, tickSize } from '../../charts/look.ts';
import { logScale } from '../../data/ticks.ts';
import { latencyUnit, tickTexts } from '../../data/units.ts';
import type { ChartArea } from '../model.ts';
import { PlotGrid } from './PlotGrid.tsx';

interface PrintHeatMapProps {
  readonly map: HeatMap;
  readonly color: string;
  readonly area: ChartArea;
}

const margin = { left: 46, right: 8, top: 22, bottom: 34 };

/** Latency over time: the darker a field, the more requests of that moment took so long. */
export function PrintHeatMap({ map, color, area: { width, height } }: PrintHeatMapProps) {
  const box: PlotBox = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const [low, high] = [map.edgesMs[0] ?? 1, map.edgesMs.at(-1) ?? 2];
  const last = map.columns.at(-1);
  const domain = [0, last ? last.startSeconds + last.seconds : 1] as const;
  const unit = latencyUnit(high);
  const ticks = logScale(low * unit.factor, high * unit.factor).ticks.filter(
    (tick) => tick >= low * unit.factor && tick <= high * unit.factor,
  );
  const scale = { min: low * unit.factor, max: high * unit.factor, ticks };
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const y = mapRange([Math.log10(low), Math.log10(high)], [box.top + box.height, box.top]);
  const most = Math.max(1, ...map.columns.flatMap(({ counts }) => counts));
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <PlotGrid
        box={box}
        scale={scale}
        texts={ticks.map((tick) => tickTexts([tick])[0] ?? '')}
        unit={unit.unit}
        log
      />
      {map.columns.flatMap(({ startSeconds, seconds, counts }) =>
        counts.flatMap((count, band) => {
          const [from, to] = [map.edgesMs[band], map.edgesMs[band + 1]];
          if (count === 0 || from === undefined || to === undefined) return [];
          const top = y(Math.log10(to));
          return [
            <rect
              key={`${startSeconds}:${band}`}
              x={round(x(startSeconds))}
              y={round(top)}
              width={round(x(startSeconds + seconds) - x(startSeconds))}
              height={round(y(Math.log10(from)) - top)}
              fill={color}
              fillOpacity={round(0.12 + 0.88 * Math.sqrt(count / most), 3)}
            />,
          ];
        }),
      )}
      <TimeAxis
        box={box}
        domain={domain}
        ticks={timeTicks(domain, Math.max(2, Math.floor(box.width / 56)))}
        labels
      />
      <text
        x={box.left + box.width / 2}
        y={height - 3}
        fontSize={tickSize}
        fill={ink.tick}
        textAnchor="middle"
      >
        time, minutes and seconds
      </text>
    </svg>
  );
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
