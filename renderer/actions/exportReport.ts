import type { Report } from '../../contracts/report.ts';
import { attempt } from '../components/attempt.ts';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { fileStem } from '../data/table.ts';
import { engine } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';

export type ReportFormat = 'html' | 'pdf' | 'folder';

const ways: Record<ReportFormat, (report: Report) => Promise<{ name: string } | null>> = {
  html: saveHtml,
  pdf: savePdf,
  folder: saveFiles,
};

/** Exports the report from the window and reports the outcome. */
export async function exportReport(report: Report, format: ReportFormat): Promise<void> {
  try {
    const saved = await ways[format](report);
    if (saved) notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The report could not be exported');
  }
}

/** Saves the default report of a run as PDF, without keeping the report. */
export async function exportRunPdf(runId: string): Promise<void> {
  await attempt('The run could not be exported', async () =>
    exportReport(await engine.reports.compose({ runIds: [runId] }), 'pdf'),
  );
}

async function saveHtml(report: Report) {
  const { html } = await engine.reports.render({ report });
  return shell.saveFile({
    suggestedName: `${fileStem(report.title)}.html`,
    path: null,
    mediaType: 'text/html',
    content: html,
  });
}

/** The desktop prints directly; a browser has its own print dialog, which can save PDF. */
async function savePdf(report: Report) {
  if (shell.kind === 'browser') return printInBrowser(report);
  const { html } = await engine.reports.render({ report });
  const content = await shell.printPdf(html);
  if (content === null) return printInBrowser(report);
  return shell.saveFile({
    suggestedName: `${fileStem(report.title)}.pdf`,
    path: null,
    mediaType: 'application/pdf',
    content: content.slice(),
  });
}

async function printInBrowser(report: Report): Promise<null> {
  const { html } = await engine.reports.render({ report, preview: true });
  await printPage(html);
  return null;
}

async function saveFiles(report: Report) {
  const { files } = await engine.reports.folder({ report });
  return shell.saveFolder({
    suggestedName: fileStem(report.title, 'report'),
    files: files.map(({ name, mediaType, text }) => ({ name, mediaType, content: text })),
  });
}

/**
 * Opens the browser's own print dialog for a page. It is loaded invisibly in a sandbox without
 * scripts; the same origin is needed only so that the window may print it.
 */
async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;left:-10000px;width:794px;height:1123px;border:0';
  frame.srcdoc = html;
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  document.body.append(frame);
  await loaded;
  const page = frame.contentWindow;
  // If printing does not block, the page has to stay until the dialog has finished.
  page?.addEventListener('afterprint', () => frame.remove(), { once: true });
  page?.print();
}
