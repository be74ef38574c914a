import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { ResultDocument, Saturation } from '../../../contracts/result.ts';
import { html, type Markup } from './markup.ts';
import { type SaturationFigure, saturationChart } from './saturation-chart.ts';
import { lawTable, saturationTable } from './saturation-tables.ts';

const figures: readonly SaturationFigure[] = [
  {
    what: 'Throughput',
    unit: 'successful requests per second',
    value: (point) => point.throughputRps,
    law: true,
  },
  { what: '95th percentile of latency', unit: 'ms', value: (point) => point.p95Ms, law: false },
];

/** Curves and tables of where loads saturated; null when no load of the run rises. */
export function saturationReport(document: ResultDocument): Markup | null {
  const { saturation } = document.analysis;
  if (saturation.length === 0) return null;
  const panels = Map.groupBy(saturation, panelTitle);
  const charts = [...panels].flatMap(([title, series]) =>
    figures.map((one) => saturationChart(title, series, one)),
  );
  return html`<div class="charts">${charts}</div>
<p class="soft">● saturation point, ■ set by hand; thin dashes: the fitted Universal Scalability Law.</p>
${saturationTable(document)}${lawTable(document)}`;
}

/** Series that differ in their protocol or repetition share a picture. */
function panelTitle({ cell, of }: Saturation & { cell: Cell }): string {
  const parts = [cell.shape, `tls ${cell.tls}`, cell.client];
  return (of === 'rate' ? [...parts, 'open load'] : parts).join(' · ');
}
