import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { DrawnReport, Report, ReportData } from '../../../contracts/report.ts';
import { packageRoot } from '../../platform/version.ts';

/** What the renderer, built for reports, offers: it draws, and brings the page's script and style. */
export interface ReportRenderer {
  drawReport(report: Report, data: ReportData): DrawnReport;
  /** Runs in the page; finds report and data in it. */
  readonly script: string;
  readonly style: string;
}

/** The module that `vite.report.config.ts` builds of `renderer/report/node.tsx`. */
interface RendererModule {
  readonly drawReport: ReportRenderer['drawReport'];
}

/** Where the build puts the parts of the report renderer. */
function reportFolder(): string {
  return join(packageRoot(), 'dist', 'report');
}

/**
 * Loads the renderer of reports. Like workers and services it is started by its place and not
 * imported, because the engine knows nothing of the renderer's room.
 * @throws WirebenchError REPORT_UNAVAILABLE when it was not built.
 */
export async function loadReportRenderer(folder = reportFolder()): Promise<ReportRenderer> {
  try {
    const [module, script, style] = await Promise.all([
      import(pathToFileURL(join(folder, 'node.mjs')).href) as Promise<RendererModule>,
      readFile(join(folder, 'page.js'), 'utf8'),
      readFile(join(folder, 'page.css'), 'utf8'),
    ]);
    return { drawReport: module.drawReport, script, style };
  } catch (cause) {
    throw new WirebenchError(
      'REPORT_UNAVAILABLE',
      'Reports cannot be rendered: the report renderer was not built, or is damaged',
      { cause, hint: 'Build it with "npm run build".' },
    );
  }
}
