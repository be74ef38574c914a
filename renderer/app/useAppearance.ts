import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useSettingsQuery } from '../actions/settings.ts';
import { shell } from '../transport/shell.ts';

/**
 * Shows the window as the settings say. The scheme is kept by the page as well, so that the first
 * paint is right before the engine has answered.
 */
export function useAppearance(): void {
  const { data } = useSettingsQuery();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = data?.scheme;
  const zoom = data?.zoomPercent;
  // Mantine makes its function anew each time, and calling it has the whole page styled again.
  const show = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (scheme !== undefined) show(scheme);
  }, [scheme]);
  useEffect(() => {
    if (zoom !== undefined) shell.setZoom(zoom / 100).catch(() => undefined);
  }, [zoom]);
}
