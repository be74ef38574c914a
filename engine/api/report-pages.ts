import type { ExportedFile } from '../../contracts/engine-api.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import type { RenderedReport, Report, ReportFile } from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { composeReport } from '../report/compose.ts';
import { exportName } from '../report/file-name.ts';
import { assemblePage } from '../report/page/assemble.ts';
import { folderFiles } from '../report/page/folder.ts';
import { loadReportRenderer } from '../report/page/renderer.ts';
import type { Store } from '../store/store.ts';
import { gatherData } from './report-data.ts';

/** Draws a report of stored runs. @throws WirebenchError REPORT_UNAVAILABLE */
async function draw(store: Store, report: Report) {
  const renderer = await loadReportRenderer();
  const data = gatherData(store, report);
  const drawn = renderer.drawReport(report, data);
  return { drawn, html: assemblePage(report, data, drawn, renderer) };
}

/** The report as one page. @throws WirebenchError REPORT_UNAVAILABLE */
export async function renderReport(store: Store, report: Report): Promise<RenderedReport> {
  const { drawn, html } = await draw(store, report);
  return {
    html,
    figures: drawn.figures.map(({ blockId, label, caption }) => ({ blockId, label, caption })),
  };
}

/** The report as the files of a folder. @throws WirebenchError REPORT_UNAVAILABLE */
export async function reportFolder(store: Store, report: Report): Promise<ReportFile[]> {
  const { drawn, html } = await draw(store, report);
  return folderFiles(report, drawn.figures, html);
}

/**
 * A run with its usual figures as one page; null where the renderer was not built, so that an export
 * still has the plain page that needs none.
 */
export async function exportPage(
  store: Store,
  document: ResultDocument,
): Promise<ExportedFile | null> {
  try {
    const { html } = await draw(store, composeReport([document]));
    return { name: exportName(document.run, 'html'), mediaType: 'text/html', text: html };
  } catch (error) {
    if (error instanceof WirebenchError && error.code === 'REPORT_UNAVAILABLE') return null;
    throw error;
  }
}
