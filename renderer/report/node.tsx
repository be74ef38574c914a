import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { DrawnFigure, DrawnReport, Report, ReportData } from '../../contracts/report.ts';
import { figureCsv } from '../data/table.ts';
import { FigureSvg } from './FigureSvg.tsx';
import { type NumberedFigure, numbered } from './numbered.ts';
import { ReportPage } from './ReportPage.tsx';
import { variableRules, withLightColors } from './variables.ts';

/**
 * Draws a report without a window: the page's body, which the page's script takes over when it is
 * opened, and each figure as a picture and a table of its own. The engine loads the module built of
 * this one.
 */
export function drawReport(report: Report, data: ReportData): DrawnReport {
  const figures = numbered(report, data).flatMap((block) =>
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

function svgOf(figure: NumberedFigure): string | null {
  const chart = figure.model?.chart;
  if (!chart) return null;
  const svg = renderToStaticMarkup(<FigureSvg figure={figure} chart={chart} />);
  const plain = withLightColors(svg).replaceAll(/ (?:aria-hidden|focusable)="\w+"/g, '');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${plain}\n`;
}
