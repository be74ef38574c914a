import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { DrawnReport, Report, ReportData } from '../../../contracts/report.ts';
import { packageRoot } from '../../platform/version.ts';

/** The renderer built for reports: draws, and provides the page's script and style. */
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

/** Output folder of the report renderer's build. */
function reportFolder(): string {
  return join(packageRoot(), 'dist', 'report');
}

/**
 * Loads the renderer of reports. Like workers and services, it is loaded by path and not
 * imported, because the engine does not depend on the renderer's room.
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
