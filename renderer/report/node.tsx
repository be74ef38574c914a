import { renderToString } from 'react-dom/server';
import type { DrawnFigure, DrawnReport, Report, ReportData } from '../../contracts/report.ts';
import { drawPicture } from '../charts/drawPicture.tsx';
import { pictureFormats } from '../charts/picture.ts';
import { figureCsv } from '../data/table.ts';
import { variableRules } from '../look/lightColors.ts';
import { chartSize, type NumberedFigure, numberedFigures } from './numbered.ts';
import { ReportPage } from './ReportPage.tsx';

/**
 * Draws a report without a window: the page's body, which the page's script takes over when it is
 * opened, and each figure as a separate picture and table. The engine loads the module built from
 * this one.
 */
export function drawReport(report: Report, data: ReportData): DrawnReport {
  const figures = numberedFigures(report, data).flatMap((block) =>
    block.kind === 'figure' && block.figure.model ? [drawn(block.figure)] : [],
  );
  const body = renderToString(<ReportPage report={report} data={data} />);
  return { body, style: `:root{${variableRules()}}`, figures };
}

function drawn(figure: NumberedFigure): DrawnFigure {
  const { block, model, stem, label, caption } = figure;
  return {
    blockId: block.id,
    stem,
    label,
    caption,
    svg: svgOf(figure),
    csv: model?.table ? figureCsv(model.table) : null,
    text: model?.text ?? null,
  };
}

/** A figure as a picture of its own, in millimetres, without title and caption. */
function svgOf(figure: NumberedFigure): string | null {
  const chart = figure.model?.chart;
  if (!chart) return null;
  const { width, height } = chartSize(figure, chart);
  const { svg } = drawPicture(
    {
      title: figure.model?.table?.caption ?? figure.label,
      summary: chart.summary,
      subtitle: '',
      legend: chart.legend.length > 1 ? chart.legend : [],
      footnotes: [],
      minPlot: 0,
      draw: (inner, plot) =>
        chart.draw({ width: inner, height: plot, hidden: nothing, log: nothing, print: true }),
    },
    {
      ...pictureFormats[figure.width],
      width,
      plot: height,
      margin: 0,
      titleSize: null,
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
}

const nothing: ReadonlySet<string> = new Set();
