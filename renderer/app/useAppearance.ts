import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { shell } from '../transport/shell.ts';
import { useSettingsQuery } from './settings.ts';

/**
 * Shows the window as the settings say. The scheme is kept by the page as well, so that the first
 * paint is right before the engine has answered.
 */
export function useAppearance(): void {
  const { data } = useSettingsQuery();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = data?.scheme;
  const zoom = data?.zoomPercent;
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  useEffect(() => {
    if (zoom !== undefined) shell.setZoom(zoom / 100).catch(() => undefined);
  }, [zoom]);
}
