import type { ExportedFile, ExportFormat } from '../../contracts/engine-api.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { toCsv, toSamplesCsv } from './csv.ts';
import { toJson } from './document.ts';
import { exportName } from './file-name.ts';
import { type TitledHistogram, toHgrm } from './hgrm.ts';
import type { Curve } from './html/curve-chart.ts';
import { toHtml } from './html/page.ts';

/** What an export is made of; histograms and curves are only asked for where a format shows them. */
export interface ExportPieces {
  document: ResultDocument;
  /** Latency of the measured window of each trial. */
  histograms(): TitledHistogram[];
  curves?(): Curve[];
}

const mediaTypes: Record<ExportFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
  hgrm: 'text/plain',
  samples: 'text/csv',
};

/** A run in the format asked for, with a file name that is safe everywhere. */
export function exportRun(format: ExportFormat, pieces: ExportPieces): ExportedFile {
  return {
    name: exportName(pieces.document.run, format === 'samples' ? 'samples.csv' : format),
    mediaType: mediaTypes[format],
    text: write(format, pieces),
  };
}

function write(format: ExportFormat, pieces: ExportPieces): string {
  switch (format) {
    case 'json':
      return toJson(pieces.document);
    case 'csv':
      return toCsv(pieces.document);
    case 'html':
      return toHtml(pieces.document, pieces.curves?.() ?? []);
    case 'hgrm':
      return toHgrm(pieces.histograms());
    case 'samples':
      return toSamplesCsv(pieces.document);
  }
}
