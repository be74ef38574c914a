import type { ExportedFile, ExportFormat } from '../../contracts/engine-api.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { samplesCsv, trialsCsv } from './csv.ts';
import { toJson } from './document.ts';
import { exportName } from './file-name.ts';
import { type TitledHistogram, toHgrm } from './hgrm.ts';

/** Data of an export; histograms are only read for formats that show them. */
export interface ExportPieces {
  document: ResultDocument;
  /** Latency of the measured window of each trial. */
  histograms(): TitledHistogram[];
}

/** The formats without charts; `html` is a report. */
export type PlainFormat = Exclude<ExportFormat, 'html'>;

const mediaTypes: Record<PlainFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  hgrm: 'text/plain',
  samples: 'text/csv',
};

/** A run in the requested format, with a portable file name. */
export function exportRun(format: PlainFormat, pieces: ExportPieces): ExportedFile {
  return {
    name: exportName(pieces.document.run, format === 'samples' ? 'samples.csv' : format),
    mediaType: mediaTypes[format],
    text: write(format, pieces),
  };
}

function write(format: PlainFormat, pieces: ExportPieces): string {
  switch (format) {
    case 'json':
      return toJson(pieces.document);
    case 'csv':
      return trialsCsv(pieces.document);
    case 'hgrm':
      return toHgrm(pieces.histograms());
    case 'samples':
      return samplesCsv(pieces.document);
  }
}
