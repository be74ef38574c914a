import type { DrawnFigure, Report, ReportFile } from '../../../contracts/report.ts';
import { latexCaptions, markdownCaptions } from './captions.ts';

/** The report as a folder of files: pictures, their data, captions, the page. */
export function folderFiles(
  report: Report,
  figures: readonly DrawnFigure[],
  page: string,
): ReportFile[] {
  return [
    ...figures.flatMap(figureFiles),
    file('captions.md', 'text/markdown', markdownCaptions(report, figures)),
    file('captions.tex', 'text/x-tex', latexCaptions(figures)),
    file('report.html', 'text/html', page),
  ];
}

function figureFiles({ stem, svg, csv, text, caption }: DrawnFigure): ReportFile[] {
  return [
    ...(svg === null ? [] : [{ ...file(`${stem}.svg`, 'image/svg+xml', svg), caption }]),
    ...(csv === null ? [] : [file(`${stem}.csv`, 'text/csv', csv)]),
    ...(text === null ? [] : [file(`${stem}.${text.extension}`, 'text/plain', text.content)]),
  ];
}

function file(name: string, mediaType: string, text: string): ReportFile {
  return { name, mediaType, text };
}
