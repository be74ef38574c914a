import { EmptyState } from '../../components/EmptyState.tsx';

/** The Services view. */
export function ServicesView() {
  return <EmptyState title="Services">Being built.</EmptyState>;
}
