import type { UseQueryResult } from '@tanstack/react-query';
import { defaultSettings, type Settings, type SettingsChange } from '../../contracts/settings.ts';
import { notifyError } from '../components/notify.tsx';
import { engine, queryClient, useEngineQuery } from '../transport/engine.ts';

const settingsKey = ['settings', 'get'] as const;

/** The user's settings, as the engine keeps them. */
export function useSettingsQuery(): UseQueryResult<Settings> {
  return useEngineQuery(settingsKey, (source) => source.settings.get(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The settings, or the defaults until the engine has answered. */
export function useSettings(): Settings {
  return useSettingsQuery().data ?? defaultSettings;
}

/** Applies the engine's answer to this window. */
function take(settings: Settings): void {
  queryClient.setQueryData(settingsKey, settings);
  void queryClient.invalidateQueries({ queryKey: ['settings', 'storage'] });
}

/** Stores a change; the window shows it even before the engine confirms it. */
export async function changeSettings(change: SettingsChange): Promise<boolean> {
  const before = queryClient.getQueryData<Settings>(settingsKey);
  const shown = before && queryClient.setQueryData(settingsKey, { ...before, ...change });
  // The answer to an earlier change does not include a later one, so the stored settings are fetched instead.
  const settle = (settings: Settings | undefined) => {
    if (settings && queryClient.getQueryData(settingsKey) === shown) take(settings);
    else void queryClient.invalidateQueries({ queryKey: settingsKey });
  };
  try {
    settle(await engine.settings.set(change));
    return true;
  } catch (error) {
    settle(before);
    // If an earlier change failed too, the previous display is not the stored state.
    void queryClient.invalidateQueries({ queryKey: settingsKey });
    notifyError(error, 'The setting could not be saved');
    return false;
  }
}

export async function resetSettings(): Promise<void> {
  try {
    take(await engine.settings.reset());
  } catch (error) {
    notifyError(error, 'The settings could not be reset');
  }
}
