import { notifyError } from '../components/notify.tsx';
import { navigate } from '../navigation/navigation.ts';
import { engine, queryClient } from '../transport/engine.ts';

/**
 * Creates a report of a run, or of a baseline and the runs compared with it, with the default charts, and
 * opens it.
 */
export async function newReportFor(runIds: readonly string[]): Promise<void> {
  try {
    const report = await engine.reports.compose({ runIds: [...runIds] });
    const { id } = await engine.reports.save({ reportId: null, report });
    void queryClient.invalidateQueries({ queryKey: ['reports', 'list'] });
    navigate({ view: 'reports', reportId: id });
  } catch (error) {
    notifyError(error, 'The report could not be created');
  }
}
