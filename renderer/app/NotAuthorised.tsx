import { IconKeyOff } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';

/** All that a window shows which came without the token of the engine. */
export function NotAuthorised() {
  return (
    <EmptyState
      icon={<IconKeyOff size={20} stroke={1.6} aria-hidden />}
      title="This window is not authorised"
    >
      Open the address that “wirebench serve” printed, with its token and in this browser. Once that
      is open, this window works, too.
    </EmptyState>
  );
}
