import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useSettingsQuery } from '../actions/settings.ts';
import { shell } from '../transport/shell.ts';

/**
 * Applies the appearance settings. The page also stores the scheme, so that the first
 * paint is right even before the engine answers.
 */
export function useAppearance(): void {
  const { data } = useSettingsQuery();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = data?.scheme;
  const zoom = data?.zoomPercent;
  // Mantine returns a new function each time, and calling it restyles the whole page.
  const show = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (scheme !== undefined) show(scheme);
  }, [scheme]);
  useEffect(() => {
    if (zoom !== undefined) shell.setZoom(zoom / 100).catch(() => undefined);
  }, [zoom]);
}
