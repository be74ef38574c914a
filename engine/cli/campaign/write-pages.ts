import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyExperiment } from '../../../contracts/published.ts';
import { type Stack, stackFacts } from '../../../contracts/stacks.ts';
import type { StudyName } from '../../../contracts/studies.ts';
import { publishedStudies } from '../../published/tables.ts';
import { prepareFolder, writeOutput } from '../output-files.ts';
import { campaignPages } from './index-page.ts';
import { keptFigures, keptFolder, keptNames, replaceFile } from './kept.ts';
import type { CampaignResult, MissingExperiment, PagedResult } from './shapes.ts';

/** Larger run files, in bytes, are named on a page and not stored next to it. */
const largestRunFile = 300_000;

/** The experiments of published size without a run, and why. */
export function missingExperiments(
  offered: readonly (StudyExperiment & { readonly study: StudyName })[],
  results: readonly CampaignResult[],
  built: ReadonlySet<Stack>,
): MissingExperiment[] {
  const ids = new Set(results.map(({ id }) => id));
  return offered
    .filter(({ id, quick }) => !quick && !ids.has(id))
    .map(({ id, study, stacks }) => ({ id, study, why: whyMissing(id, stacks, ids, built) }));
}

function whyMissing(
  id: string,
  stacks: readonly Stack[],
  ids: ReadonlySet<string>,
  built: ReadonlySet<Stack>,
): string {
  const absent = stacks.filter((stack) => !built.has(stack));
  if (ids.has(`${id}-quick`)) return 'only its quick twin was run';
  if (absent.length < stacks.length) return 'not run';
  return `not built: ${absent.map((stack) => stackFacts[stack].label).join(', ')}`;
}

/** Copies the files of a result next to its page. @returns their paths. */
async function placeFiles(
  out: string,
  pages: string,
  result: CampaignResult,
): Promise<PagedResult> {
  const from = keptFolder(out, result.id);
  const folder = result.id;
  const figures = await keptFigures(out, result.id);
  await prepareFolder(join(pages, folder));
  for (const { file } of figures) {
    await writeOutput(join(pages, folder, file), await readFile(join(from, file)));
  }
  const { size } = await stat(join(from, keptNames.runFile)).catch(() => ({ size: 0 }));
  const path = size > 0 && size <= largestRunFile ? `${folder}.wbrun` : null;
  if (path !== null) await copyFile(join(from, keptNames.runFile), join(pages, path));
  return {
    ...result,
    figures: figures.map(({ file, caption }) => ({ file: `${folder}/${file}`, caption })),
    runFile: { bytes: size, path },
  };
}

/** Writes the pages of a campaign with their pictures and small run files. @returns the index. */
export async function writePages(
  out: string,
  pages: string,
  results: readonly CampaignResult[],
  missing: readonly MissingExperiment[],
): Promise<string> {
  const placed: PagedResult[] = [];
  for (const result of results) placed.push(await placeFiles(out, pages, result));
  const written = campaignPages({ studies: publishedStudies(), results: placed, missing });
  for (const { name, text } of written) await replaceFile(join(pages, name), text);
  return join(pages, 'README.md');
}
