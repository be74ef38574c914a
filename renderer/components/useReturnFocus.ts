import { useEffect, useState } from 'react';

/**
 * Returns the focus to the previous element. For dialogs that are mounted when they open and
 * unmounted when they close; Mantine does this only for those that stay mounted.
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
