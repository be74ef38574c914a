import { randomUUID } from 'node:crypto';
import type { Report, StoredReport } from '../../../contracts/report.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { comparisonsOf } from '../../../engine/report/compare/of-report.ts';
import { composeReport } from '../../../engine/report/compose.ts';
import { assemblePage, assemblePreview } from '../../../engine/report/page/assemble.ts';
import { folderFiles } from '../../../engine/report/page/folder.ts';
import { loadReportRenderer } from '../../../engine/report/page/renderer.ts';
import { publishedOfReport } from '../../../engine/report/published.ts';
import { statisticsOfReport } from '../../../engine/report/statistics/of-report.ts';
import { runsThroughLevels } from '../../../metrics/levels.ts';
import { scriptedCurve } from '../scripted-metrics.ts';
import type { ScriptedState } from '../scripted-state.ts';
import { scriptedLatencies } from './statistics.ts';

/** The `reports` part of the scripted engine: reports are drawn for real, their runs are invented. */
export function scriptedReports(os: ContractImplementer, state: ScriptedState) {
  const stored = new Map<string, StoredReport>();
  const documents = (runIds: readonly string[]) =>
    runIds.flatMap((id) => {
      const run = state.runs.get(id);
      return run && !run.removed ? [state.document(run)] : [];
    });
  const draw = async (report: Report) => {
    const renderer = await loadReportRenderer();
    const runs = documents(report.runIds);
    const trials = runs.flatMap((run) => run.trials);
    const curves = Object.fromEntries(
      trials.map(({ id, cell, requests }) => [
        id,
        { trials: 1, count: requests.ok, curve: scriptedCurve(cell), serviceCurve: null },
      ]),
    );
    const figures = report.blocks.flatMap((block) =>
      block.kind === 'figure' ? [block.figure] : [],
    );
    const comparisons = comparisonsOf(figures, runs);
    const statistics = statisticsOfReport(figures, runs, scriptedLatencies);
    const published = publishedOfReport(figures, runs);
    const found = { comparisons, published, ...statistics };
    const data = { runs, throughLevels: runsThroughLevels(runs), curves, heatMaps: {}, ...found };
    const drawn = renderer.drawReport(report, data);
    return {
      drawn,
      page: assemblePage(report, data, drawn, renderer),
      preview: assemblePreview(report, drawn, renderer),
    };
  };
  const find = (reportId: string, missing: () => Error): StoredReport => {
    const found = stored.get(reportId);
    if (!found) throw missing();
    return found;
  };
  const save = (reportId: string | null, report: Report): StoredReport => {
    const one = { id: reportId ?? randomUUID(), changedAt: new Date().toISOString(), report };
    stored.set(one.id, one);
    return one;
  };
  const missing = (errors: Failing) => () =>
    errors.FAILED({ data: { code: 'REPORT_NOT_FOUND', message: 'No report has this id' } });
  return {
    list: os.reports.list.handler(() =>
      [...stored.values()].map(({ id, changedAt, report }) => ({
        id,
        changedAt,
        title: report.title,
        runs: documents(report.runIds).map(({ run }) => run.name),
        figures: report.blocks.filter(({ kind }) => kind === 'figure').length,
      })),
    ),
    get: os.reports.get.handler(({ input, errors }) => find(input.reportId, missing(errors))),
    compose: os.reports.compose.handler(({ input }) =>
      composeReport(documents(input.runIds), input.types),
    ),
    choices: os.reports.choices.handler(({ input }) => figureChoices(documents(input.runIds))),
    save: os.reports.save.handler(({ input }) => save(input.reportId, input.report)),
    rename: os.reports.rename.handler(({ input, errors }) => {
      const { id, report } = find(input.reportId, missing(errors));
      return save(id, { ...report, title: input.title });
    }),
    remove: os.reports.remove.handler(({ input, errors }) => {
      const found = find(input.reportId, missing(errors));
      stored.delete(found.id);
      return found;
    }),
    render: os.reports.render.handler(async ({ input }) => {
      const { drawn, page, preview } = await draw(input.report);
      const figures = drawn.figures.map(({ blockId, label, caption }) => ({
        blockId,
        label,
        caption,
      }));
      return { html: input.preview ? preview : page, figures };
    }),
    folder: os.reports.folder.handler(async ({ input }) => {
      const { drawn, page } = await draw(input.report);
      return { files: folderFiles(input.report, drawn.figures, page) };
    }),
  };
}

interface Failing {
  FAILED(options: { data: { code: 'REPORT_NOT_FOUND'; message: string } }): Error;
}
