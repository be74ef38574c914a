import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useSettings } from '../actions/settings.ts';
import { shell } from '../transport/shell.ts';

async function announceNewer(): Promise<void> {
  const { newer, message } = await shell.checkForUpdate();
  if (newer) notifications.show({ title: 'Update available', message, autoClose: false });
}

/** Looks for a newer version once after the start, if the user has switched that on. */
export function useUpdateCheck(): void {
  const { updateCheck } = useSettings();
  const done = useRef(false);
  useEffect(() => {
    if (!updateCheck || done.current) return;
    done.current = true;
    // Nothing was learnt; the Settings view says why to whoever asks there.
    announceNewer().catch(() => undefined);
  }, [updateCheck]);
}
