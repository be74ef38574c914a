import { barSummary, barTable, type LayerBar, presentLayers } from '../data/wire.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LayerBars, layerBarsHeight } from './LayerBars.tsx';
import { layerLook } from './layerLook.ts';

interface LayerFigureProps {
  readonly title: string;
  readonly bars: readonly LayerBar[];
  /** What was measured, for the saved picture. */
  readonly origin: string;
  readonly footnotes: readonly string[];
}

/** Bars of bytes by layer, with legend, table and everything else that a figure has. */
export function LayerFigure({ title, bars, origin, footnotes }: LayerFigureProps) {
  return (
    <ChartFrame
      title={title}
      unit="bytes"
      better="lower"
      summary={barSummary(title, bars)}
      legend={presentLayers(bars).map(layerLook)}
      height={layerBarsHeight(bars.length)}
      table={() => barTable(title, bars)}
      origin={origin}
      footnotes={footnotes}
      draw={(area) => <LayerBars bars={bars} {...area} />}
    />
  );
}
