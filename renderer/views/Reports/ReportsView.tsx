import { Composer } from './Composer.tsx';
import { ReportList } from './ReportList.tsx';

/** The list of reports, or the report being edited. */
export function ReportsView({ reportId }: { reportId: string | null }) {
  return reportId === null ? <ReportList /> : <Composer reportId={reportId} />;
}
