import { IconKeyOff } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';

/** Shown by a window that was opened without the engine's token. */
export function NotAuthorised() {
  return (
    <EmptyState
      icon={<IconKeyOff size={20} stroke={1.6} aria-hidden />}
      title="This window is not authorised"
    >
      Open the address that was printed at the start, with its token and in this browser. Once that
      is open, this window works, too.
    </EmptyState>
  );
}
