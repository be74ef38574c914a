import { EmptyState } from '../../components/EmptyState.tsx';

/** The Wire view. */
export function WireView() {
  return <EmptyState title="Wire">Being built.</EmptyState>;
}
