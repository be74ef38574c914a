import { ViewHeader } from '../../components/ViewHeader.tsx';

/** Every run that was made, newest first. */
export function HistoryView() {
  return <ViewHeader title="History" />;
}
