import type { ReportSummary } from '../../../contracts/report.ts';
import { attempt } from '../../components/attempt.ts';
import { notifyUndo } from '../../components/notify.tsx';
import { engine } from '../../transport/engine.ts';

/** Cache key of the list of reports. */
export const reportsKey = ['reports', 'list'] as const;

/** Deletes a report and offers to restore it. */
export async function removeReport({ id, title }: ReportSummary): Promise<void> {
  await attempt(
    'The report could not be deleted',
    async () => {
      const { report } = await engine.reports.remove({ reportId: id });
      notifyUndo(`Deleted “${title}”`, () =>
        attempt(
          'The report could not be restored',
          () => engine.reports.save({ reportId: id, report }),
          reportsKey,
        ),
      );
    },
    reportsKey,
  );
}
