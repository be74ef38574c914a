import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedComparison } from '../../../contracts/published.ts';
import type { FigureBlock, Report, ReportFigureType } from '../../../contracts/report.ts';
import { type ResultDocument, resultDocumentSchema } from '../../../contracts/result.ts';
import type { Engine } from '../../api/engine.ts';
import { outputNames, prepareFolder, writeOutput } from '../output-files.ts';
import { writeOutputs } from '../run/outcome.ts';
import { fetchRunFile } from '../run-files.ts';
import { type KeptFigure, keptFiguresSchema } from './shapes.ts';

/** Files in the folder of an experiment besides those of `run --out`. */
export const keptNames = {
  published: 'published.json',
  runFile: 'run.wbrun',
  figures: 'figures.json',
} as const;

/** The folder of an experiment within that of a campaign. */
export function keptFolder(out: string, id: string): string {
  return join(out, id.replaceAll('/', '-'));
}

/** The stored run of an experiment; null if there is none that can be read. */
export async function readKept(out: string, id: string): Promise<ResultDocument | null> {
  try {
    const text = await readFile(join(keptFolder(out, id), outputNames.json), 'utf8');
    return resultDocumentSchema.parse(JSON.parse(text));
  } catch {
    // Missing, damaged or from an older version: it is measured again.
    return null;
  }
}

/** The most informative figures of a study's run, in order; no more than {@link maxFigures} are kept. */
const figureTypes: readonly ReportFigureType[] = [
  'published',
  'saturation',
  'use-cases',
  'columns',
  'percentiles',
];
const maxFigures = 4;

/** The default report of a run, with only the kept figures. */
function withKeptFigures(report: Report): Report {
  const rank = ({ figure }: FigureBlock) => figureTypes.indexOf(figure.type);
  const figures = report.blocks
    .flatMap((block) => (block.kind === 'figure' && rank(block) >= 0 ? [block] : []))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, maxFigures);
  return { ...report, blocks: figures };
}

/** Draws the figures of a run into a folder. */
async function writeFigures(
  { client }: Engine,
  runId: string,
  folder: string,
): Promise<KeptFigure[]> {
  const report = withKeptFigures(await client.reports.compose({ runIds: [runId], types: null }));
  const { files } = await client.reports.folder({ report });
  const pictures = files.filter(({ name }) => name.endsWith('.svg'));
  for (const { name, text } of pictures) await writeOutput(join(folder, name), text);
  return pictures.map(({ name, caption = '' }) => ({ file: name, caption }));
}

/**
 * Writes all files of a run into the experiment's folder. Earlier files remain until all of
 * them are written.
 */
export async function keepRun(
  engine: Engine,
  out: string,
  id: string,
  document: ResultDocument,
  published: PublishedComparison | null,
): Promise<void> {
  const folder = keptFolder(out, id);
  const draft = `${folder}.part`;
  const { id: runId } = document.run;
  await rm(draft, { recursive: true, force: true });
  await prepareFolder(draft);
  await writeOutputs(engine, runId, draft);
  const json = (name: string, value: unknown) =>
    writeOutput(join(draft, name), `${JSON.stringify(value, null, 2)}\n`);
  await json(keptNames.published, published);
  await json(keptNames.figures, await writeFigures(engine, runId, draft));
  const { bytes } = await fetchRunFile(engine.client.history, runId);
  await writeOutput(join(draft, keptNames.runFile), bytes);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** The kept figures of an experiment; none without a list. */
export async function keptFigures(out: string, id: string): Promise<KeptFigure[]> {
  try {
    const text = await readFile(join(keptFolder(out, id), keptNames.figures), 'utf8');
    return keptFiguresSchema.parse(JSON.parse(text));
  } catch {
    // Folders of earlier versions have none.
    return [];
  }
}

/** Writes a file atomically. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  await writeOutput(draft, text);
  await rename(draft, path);
}
