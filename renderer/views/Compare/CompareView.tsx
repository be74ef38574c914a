import { EmptyState } from '../../components/EmptyState.tsx';

/** The Compare view. */
export function CompareView({ runIds }: { runIds: readonly string[] }) {
  return <EmptyState title="Compare">{runIds.length} runs chosen.</EmptyState>;
}
