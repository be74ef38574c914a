import { EmptyState } from '../../components/EmptyState.tsx';

/** The Help view. */
export function HelpView({ topic }: { topic: string | null }) {
  return <EmptyState title="Help">{topic ?? 'All topics'}</EmptyState>;
}
