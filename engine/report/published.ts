import { drawableMetrics } from '../../contracts/published.ts';
import type { FigureChoice, ReportData, ReportFigure } from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { publishedOfRun } from '../published/compare.ts';

/** Maximum number of published tables in a default report; others can be added. */
const defaultTables = 4;

/**
 * The published tables with which results of a run can be compared: empty where its experiment names no study.
 * A table whose values cannot be drawn is only offered in its own form.
 */
export function publishedChoices(document: ResultDocument, alone: boolean): FigureChoice[] {
  const { id: runId, name: group } = document.run;
  const tables = (publishedOfRun(document)?.tables ?? []).filter(({ ours }) =>
    ours.some((one) => one !== null),
  );
  return tables.flatMap((compared, index) => {
    const { id: table, title, metrics } = compared.table;
    const usual = alone && index < defaultTables;
    const charts = drawableMetrics(compared).map(({ key: metric, name }, place): FigureChoice => {
      const what = metrics.length > 1 ? `${title}, ${name}` : title;
      return {
        group,
        label: `Published: ${what}`,
        usual: usual && place === 0,
        figure: { type: 'published', runId, table, metric },
      };
    });
    const form: FigureChoice = {
      group,
      label: `Published table: ${title}`,
      usual,
      figure: { type: 'published-table', runId, table },
    };
    return [...charts, form];
  });
}

/** Data of figures that compare with published values. Deleted runs are left out. */
export function publishedOfReport(
  figures: readonly ReportFigure[],
  documents: readonly ResultDocument[],
): ReportData['published'] {
  const shown = figures.filter(
    (figure) => figure.type === 'published' || figure.type === 'published-table',
  );
  const byRun = Map.groupBy(shown, ({ runId }) => runId);
  const found = documents.flatMap((document) => {
    const wanted = byRun.get(document.run.id);
    const comparison = wanted && publishedOfRun(document);
    if (!comparison) return [];
    const tables = comparison.tables.filter(({ table }) =>
      wanted.some((figure) => figure.table === table.id),
    );
    return [[document.run.id, { ...comparison, tables }] as const];
  });
  return Object.fromEntries(found);
}
