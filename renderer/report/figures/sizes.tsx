import type { ReportFigure } from '../../../contracts/report.ts';
import { runSizes } from '../../../contracts/run-sizes.ts';
import { LayerBars, layerBarsHeight } from '../../charts/LayerBars.tsx';
import { layerLook } from '../../charts/layerLook.ts';
import { runSizeBars, runSizesNotes, runSizesSummary, runSizesTable } from '../../data/runSizes.ts';
import { fileStem } from '../../data/table.ts';
import { presentLayers } from '../../data/wire.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

/** Payload and envelope of a call in each protocol of the run; null if the run has no such shape. */
export function sizesModel(
  { document }: Source,
  { what }: Extract<ReportFigure, { type: 'sizes' }>,
): FigureModel | null {
  const group = runSizes(document.trials).find((one) => one.what === what);
  if (!group) return null;
  const bars = runSizeBars(group, 'both');
  const title = `Message sizes, ${what}`;
  return {
    stem: fileStem('sizes', what),
    kind: 'figure',
    caption: sentences(
      `${title}: bytes of request and answer by layer; lower is better`,
      ...runSizesNotes,
      runOrigin(document.run),
    ),
    width: 'page',
    alwaysWide: true,
    table: runSizesTable(title, [group]),
    chart: {
      legend: presentLayers(bars).map(layerLook),
      height: () => layerBarsHeight(bars.length),
      draw: (area) => <LayerBars bars={bars} {...area} />,
      summary: runSizesSummary(title, bars),
    },
  };
}
