import { EmptyState } from '../../components/EmptyState.tsx';

/** The Reports view. */
export function ReportsView({ reportId }: { reportId: string | null }) {
  return <EmptyState title="Reports">{reportId ?? 'No report chosen'}</EmptyState>;
}
