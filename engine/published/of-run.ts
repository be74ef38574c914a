import type { PublishedComparison } from '../../contracts/published.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { readExperiment } from '../experiment/read.ts';
import { compareWithPublished } from './compare.ts';
import { publishedStudy, publishedTables } from './tables.ts';

/** A run beside the published tables that its experiment names; null where it names none. */
export function publishedOfRun(document: ResultDocument): PublishedComparison | null {
  const read = readExperiment(document.run.experiment);
  const settings = read.ok ? read.experiment.study : undefined;
  if (!settings) return null;
  const tables = publishedTables(settings.name).filter(({ id }) => settings.tables.includes(id));
  return compareWithPublished({ document, study: publishedStudy(settings.name), tables });
}
