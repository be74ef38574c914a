import type { Report } from '../../../contracts/report.ts';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { fileStem } from '../../data/table.ts';
import { engine } from '../../transport/engine.ts';
import { shell } from '../../transport/shell.ts';
import { printPage } from './printPage.ts';

export type ReportFormat = 'html' | 'pdf' | 'folder';

const ways: Record<ReportFormat, (report: Report) => Promise<{ name: string } | null>> = {
  html: saveHtml,
  pdf: savePdf,
  folder: saveFiles,
};

/** Takes the report out of the window and says what came of it. */
export async function exportReport(report: Report, format: ReportFormat): Promise<void> {
  try {
    const saved = await ways[format](report);
    if (saved) notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The report was not exported');
  }
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

/** The desktop prints by itself; a browser has a print dialog of its own, which can save PDF. */
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
