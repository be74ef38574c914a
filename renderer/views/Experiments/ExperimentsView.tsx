import { EmptyState } from '../../components/EmptyState.tsx';

/** The Experiments view. */
export function ExperimentsView() {
  return <EmptyState title="Experiments">Being built.</EmptyState>;
}
