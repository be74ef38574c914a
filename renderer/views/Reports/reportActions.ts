import type { ReportSummary, StoredReport } from '../../../contracts/report.ts';
import { notifyError, notifyUndo } from '../../components/notify.tsx';
import { engine, queryClient } from '../../transport/engine.ts';

/** Key of the list of reports in the cache. */
export const reportsKey = ['reports', 'list'] as const;

/** Gives a report another title. */
export async function renameReport(report: ReportSummary, title: string): Promise<void> {
  await attempt('The report was not renamed', () =>
    engine.reports.rename({ reportId: report.id, title }),
  );
}

/** Deletes a report and offers to bring it back. */
export async function removeReport({ id, title }: ReportSummary): Promise<void> {
  const removed = await attempt('The report was not deleted', () =>
    engine.reports.remove({ reportId: id }),
  );
  if (removed) notifyUndo(`Deleted “${title}”`, () => restore(removed));
}

async function restore({ id, report }: StoredReport): Promise<void> {
  await attempt('The report was not brought back', () =>
    engine.reports.save({ reportId: id, report }),
  );
}

async function attempt<T>(what: string, action: () => Promise<T>): Promise<T | null> {
  try {
    return await action();
  } catch (error) {
    notifyError(error, what);
    return null;
  } finally {
    await queryClient.invalidateQueries({ queryKey: reportsKey });
  }
}
