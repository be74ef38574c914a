import type { Report, ReportFigureType } from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { whyAbsent } from '../../metrics/absent-metrics.ts';
import { runsThroughLevels } from '../../metrics/levels.ts';
import { figureChoices } from './choices.ts';
import { maxFigures } from './compose.ts';

/** Requested types of figures that are missing in a report, with the reason as a clause. */
export interface AbsentFigures {
  readonly why: string;
  readonly types: readonly ReportFigureType[];
}

/** Requested types that a report lacks, grouped by reason. */
export function leftOut(
  { blocks }: Pick<Report, 'blocks'>,
  types: readonly ReportFigureType[],
  documents: readonly ResultDocument[],
): AbsentFigures[] {
  const drawn = new Set(
    blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure.type] : [])),
  );
  const absent = [...new Set(types)].filter((type) => !drawn.has(type));
  const offered = new Set(figureChoices(documents).map(({ figure }) => figure.type));
  const runs = documents.length;
  const throughLevels = runs > 0 && runsThroughLevels(documents).length === runs;
  const why = (type: ReportFigureType) =>
    offered.has(type)
      ? `a report has room for ${maxFigures} figures`
      : whyAbsent(type, { runs, throughLevels });
  return [...Map.groupBy(absent, why)].map(([why, types]) => ({ why, types }));
}
