import { useComputedColorScheme } from '@mantine/core';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { tokens } from '../app/theme.ts';
import { gridOfMoments, type HeatGrid, heatTable } from '../data/heatMap.ts';
import type { Moment } from '../data/liveHistory.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { TimeCursor } from './cursor.ts';
import type { PlotBox } from './geometry.ts';
import { HeatCells } from './HeatCells.tsx';
import { heatSummary } from './HeatMap.tsx';
import { HeatPlot } from './HeatPlot.tsx';
import { heatPalette, paintHeat } from './heatPixels.ts';
import { plotBox } from './LineChart.tsx';
import type { TimeMark } from './TimeMarks.tsx';
import styles from './TimeStrips.module.css';

interface HeatStripProps {
  readonly moments: readonly Moment[];
  readonly domain: readonly [number, number];
  readonly measuredFrom: number | null;
  readonly cursor: TimeCursor;
  readonly origin: string;
  readonly marks?: readonly TimeMark[];
}

/** Latency over time among the other strips; nothing where the moments do not know their bands. */
export const HeatStrip = memo(function HeatStrip(props: HeatStripProps) {
  const { moments, domain, origin } = props;
  const grid = useMemo(() => gridOfMoments(moments), [moments]);
  if (!grid) return null;
  const plot = { grid, domain, measuredFrom: props.measuredFrom, cursor: props.cursor };
  const marks = props.marks ?? [];
  return (
    <div className={styles.strip} data-figure="heat">
      <ChartFrame
        dense
        title="Latency, all requests"
        unit="ms"
        better="lower"
        summary={heatSummary}
        legend={[]}
        draw={({ width, height, print }) =>
          print ? (
            <HeatPlot
              {...plot}
              width={width}
              height={height}
              timeLabels
              marks={marks}
              cells={(box) => <HeatCells grid={grid} box={box} domain={domain} />}
            />
          ) : (
            <>
              <HeatCanvas grid={grid} box={plotBox(width, height, false)} domain={domain} />
              <HeatPlot {...plot} width={width} height={height} timeLabels={false} marks={marks} />
            </>
          )
        }
        table={() => heatTable('Latency, all requests', grid)}
        origin={origin}
      />
    </div>
  );
});

interface HeatCanvasProps {
  readonly grid: HeatGrid;
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
}

/** The cells as pixels: one row of pixels for each band, stretched; cheap to draw four times a second. */
function HeatCanvas({ grid, box, domain }: HeatCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const palette = useMemo(() => heatPalette(tokens[scheme]), [scheme]);
  const [width, rows] = [Math.max(1, Math.round(box.width)), grid.edgesMs.length - 1];
  useLayoutEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, rows);
    paintHeat(new Uint32Array(image.data.buffer), { width, rows, grid, domain, palette });
    context.putImageData(image, 0, 0);
  }, [grid, width, rows, domain, palette]);
  return (
    <canvas
      ref={ref}
      width={width}
      height={rows}
      aria-hidden
      style={{
        position: 'absolute',
        left: box.left,
        top: box.top,
        width: box.width,
        height: box.height,
        imageRendering: 'pixelated',
      }}
    />
  );
}
