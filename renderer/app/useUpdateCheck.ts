import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useSettings } from '../actions/settings.ts';
import { shell } from '../transport/shell.ts';

async function announceNewer(): Promise<void> {
  const { newer, message } = await shell.checkForUpdate();
  if (newer) notifications.show({ title: 'Update available', message, autoClose: false });
}

/** Checks for updates once after the start, if that is switched on. */
export function useUpdateCheck(): void {
  const { updateCheck } = useSettings();
  const done = useRef(false);
  useEffect(() => {
    if (!updateCheck || done.current) return;
    done.current = true;
    // The check failed; the Settings view shows why when asked.
    announceNewer().catch(() => undefined);
  }, [updateCheck]);
}
