import { WirebenchError } from '../../../contracts/errors.ts';
import type { ReportSummary, StoredReport } from '../../../contracts/report.ts';
import { figureChoices } from '../../report/choices.ts';
import { composeReport } from '../../report/compose.ts';
import type { Store } from '../../store/store.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { type CurveCache, resultDocumentOf } from '../report-data.ts';
import { renderReport, reportFolder } from '../report-pages.ts';

/** The `reports` part of the engine's API. */
export function reportsCalls(api: ContractImplementer, { store }: RouterParts) {
  const documents = (runIds: readonly string[]) => runIds.map((id) => resultDocumentOf(store, id));
  const cache: CurveCache = new Map();
  return {
    list: api.reports.list.handler(() => store.listReports().map((one) => summaryOf(store, one))),
    get: api.reports.get.handler(({ input }) => store.report(input.reportId)),
    compose: api.reports.compose.handler(({ input }) =>
      composeReport(documents(input.runIds), input.types),
    ),
    choices: api.reports.choices.handler(({ input }) =>
      figureChoices(documents(input.runIds.filter((id) => nameOf(store, id) !== null))),
    ),
    save: api.reports.save.handler(({ input }) => store.saveReport(input.reportId, input.report)),
    rename: api.reports.rename.handler(({ input }) => {
      const { id, report } = store.report(input.reportId);
      return store.saveReport(id, { ...report, title: input.title });
    }),
    remove: api.reports.remove.handler(({ input }) => store.removeReport(input.reportId)),
    render: api.reports.render.handler(({ input }) =>
      renderReport(store, input.report, input.preview, cache),
    ),
    folder: api.reports.folder.handler(async ({ input }) => ({
      files: await reportFolder(store, input.report),
    })),
  };
}

function summaryOf(store: Store, { id, changedAt, report }: StoredReport): ReportSummary {
  return {
    id,
    changedAt,
    title: report.title,
    runs: report.runIds.flatMap((runId) => nameOf(store, runId) ?? []),
    figures: report.blocks.filter(({ kind }) => kind === 'figure').length,
  };
}

/** Null when the run is gone. */
function nameOf(store: Store, runId: string): string | null {
  try {
    return store.runHead(runId).name;
  } catch (error) {
    if (error instanceof WirebenchError && error.code === 'RUN_NOT_FOUND') return null;
    throw error;
  }
}
