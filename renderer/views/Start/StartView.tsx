import { EmptyState } from '../../components/EmptyState.tsx';

/** The Start view. */
export function StartView() {
  return <EmptyState title="Start">Being built.</EmptyState>;
}
