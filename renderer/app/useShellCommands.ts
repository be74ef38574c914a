import { useEffect } from 'react';
import { shell } from '../transport/shell.ts';
import { navigate } from './navigation.ts';

/** Carries out the commands of the native menu that only change the view. */
export function useShellCommands(): void {
  useEffect(
    () =>
      shell.onMenuCommand((command) => {
        if (command === 'view-experiment') navigate({ view: 'experiment' });
        if (command === 'view-run') navigate({ view: 'run' });
        if (command === 'view-history') navigate({ view: 'history' });
      }),
    [],
  );
}
