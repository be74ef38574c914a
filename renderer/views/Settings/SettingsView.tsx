import { EmptyState } from '../../components/EmptyState.tsx';

/** The Settings view. */
export function SettingsView() {
  return <EmptyState title="Settings">Being built.</EmptyState>;
}
