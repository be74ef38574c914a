import { useComputedColorScheme } from '@mantine/core';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { type Work, workWords } from '../../contracts/work.ts';
import { gridOfMoments, type HeatGrid, heatTable } from '../data/heatMap.ts';
import type { Moment } from '../data/liveHistory.ts';
import { tokens } from '../look/theme.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { TimeCursor } from './cursor.ts';
import { HeatCells } from './HeatCells.tsx';
import { heatSummary } from './HeatMap.tsx';
import { HeatPlot } from './HeatPlot.tsx';
import { heatPalette, paintHeat } from './heatPixels.ts';
import type { LegendItem } from './look.ts';
import { usePlotBox } from './plotBox.ts';
import type { TimeMark } from './TimeMarks.tsx';
import styles from './TimeStrips.module.css';

interface HeatStripProps {
  readonly moments: readonly Moment[];
  readonly domain: readonly [number, number];
  readonly measuredFrom: number | null;
  readonly cursor: TimeCursor;
  readonly origin: string;
  /** Unit that the trial counts. */
  readonly counts: Work;
  readonly marks?: readonly TimeMark[];
}

/** Latency over time among the other strips; nothing if the moments have no latency bands. */
export const HeatStrip = memo(function HeatStrip(props: HeatStripProps) {
  const { moments, domain, origin, counts } = props;
  const { latencyTitle, many } = workWords[counts];
  const title = `${latencyTitle}, all ${many}`;
  const grid = useMemo(() => gridOfMoments(moments), [moments]);
  if (!grid) return null;
  const plot = { counts, grid, domain, measuredFrom: props.measuredFrom, cursor: props.cursor };
  const marks = props.marks ?? noMarks;
  return (
    <div className={styles.strip} data-figure="heat">
      <ChartFrame
        dense
        title={title}
        unit="ms"
        better="lower"
        summary={heatSummary(counts)}
        legend={noLegend}
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
              <HeatCanvas grid={grid} width={width} height={height} domain={domain} />
              <HeatPlot {...plot} width={width} height={height} timeLabels={false} marks={marks} />
            </>
          )
        }
        table={() => heatTable(title, grid)}
        origin={origin}
      />
    </div>
  );
});

const noMarks: readonly TimeMark[] = [];
const noLegend: readonly LegendItem[] = [];

interface HeatCanvasProps {
  readonly grid: HeatGrid;
  /** Of the whole chart, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly domain: readonly [number, number];
}

/** The cells as pixels: one stretched pixel row per band, cheap to draw four times a second. */
function HeatCanvas({ grid, width, height, domain }: HeatCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const box = usePlotBox(width, height, false);
  const scheme = useComputedColorScheme('light');
  const palette = useMemo(() => heatPalette(tokens[scheme]), [scheme]);
  const [columns, rows] = [Math.max(1, Math.round(box.width)), grid.edgesMs.length - 1];
  const image = useMemo(() => new ImageData(columns, rows), [columns, rows]);
  useLayoutEffect(() => {
    const pixels = new Uint32Array(image.data.buffer);
    paintHeat(pixels.fill(0), { width: columns, rows, grid, domain, palette });
    ref.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [grid, image, columns, rows, domain, palette]);
  return (
    <canvas
      ref={ref}
      width={columns}
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
