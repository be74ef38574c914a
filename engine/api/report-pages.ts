import type { ExportedFile } from '../../contracts/engine-api.ts';
import type { RenderedReport, Report, ReportFile } from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { composeReport } from '../report/compose.ts';
import { exportName } from '../report/file-name.ts';
import { assemblePage, assemblePreview } from '../report/page/assemble.ts';
import { folderFiles } from '../report/page/folder.ts';
import { loadReportRenderer } from '../report/page/renderer.ts';
import type { Store } from '../store/store.ts';
import { type CurveCache, gatherData } from './report-data.ts';

/** Draws a report of stored runs. @throws WirebenchError REPORT_UNAVAILABLE */
async function draw(store: Store, report: Report, cache?: CurveCache) {
  const renderer = await loadReportRenderer();
  const data = gatherData(store, report, cache);
  const drawn = renderer.drawReport(report, data);
  return {
    drawn,
    page: () => assemblePage(report, data, drawn, renderer),
    preview: () => assemblePreview(report, drawn, renderer),
  };
}

/**
 * The report as one page.
 * @param preview leaves out what only a saved page needs.
 * @throws WirebenchError REPORT_UNAVAILABLE
 */
export async function renderReport(
  store: Store,
  report: Report,
  preview: boolean,
  cache?: CurveCache,
): Promise<RenderedReport> {
  const { drawn, ...made } = await draw(store, report, cache);
  return {
    html: preview ? made.preview() : made.page(),
    figures: drawn.figures.map(({ blockId, label, caption }) => ({ blockId, label, caption })),
  };
}

/** The report as the files of a folder. @throws WirebenchError REPORT_UNAVAILABLE */
export async function reportFolder(store: Store, report: Report): Promise<ReportFile[]> {
  const { drawn, page } = await draw(store, report);
  return folderFiles(report, drawn.figures, page());
}

/** A run with its default figures as one page. @throws WirebenchError REPORT_UNAVAILABLE */
export async function exportPage(store: Store, document: ResultDocument): Promise<ExportedFile> {
  const { page } = await draw(store, composeReport([document]));
  return { name: exportName(document.run, 'html'), mediaType: 'text/html', text: page() };
}
