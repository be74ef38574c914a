import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before. For dialogs that are mounted when they open and
 * unmounted when they close: Mantine returns the focus only of those that stay mounted.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
