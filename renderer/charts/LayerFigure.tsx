import type { FigureTable } from '../data/table.ts';
import { barSummary, barTable, type LayerBar, presentLayers } from '../data/wire.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LayerBars, layerBarsHeight } from './LayerBars.tsx';
import { layerLook } from './layerLook.ts';

interface LayerFigureProps {
  readonly title: string;
  readonly bars: readonly LayerBar[];
  /** Subject of the measurement, for the saved picture. */
  readonly origin: string;
  readonly footnotes: readonly string[];
  /** Text alternative and table; of the bars if omitted. */
  readonly summary?: string;
  readonly table?: () => FigureTable;
}

/** Bars of bytes by layer, as a full figure with legend and table. */
export function LayerFigure({
  title,
  bars,
  origin,
  footnotes,
  summary = barSummary(title, bars),
  table = () => barTable(title, bars),
}: LayerFigureProps) {
  return (
    <ChartFrame
      title={title}
      unit="bytes"
      better="lower"
      summary={summary}
      legend={presentLayers(bars).map(layerLook)}
      height={layerBarsHeight(bars.length)}
      table={table}
      origin={origin}
      footnotes={footnotes}
      draw={(area) => <LayerBars bars={bars} {...area} />}
    />
  );
}
