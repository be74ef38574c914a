import { defaultSettings, type Settings } from '../../../contracts/settings.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `settings` part of the scripted engine. */
export function scriptedSettings(os: ContractImplementer, _state: ScriptedState) {
  let settings: Settings = defaultSettings;
  const home = '/home/user/.local/share/wirebench';
  return {
    get: os.settings.get.handler(() => settings),
    set: os.settings.set.handler(({ input }) => {
      const named = Object.entries(input).filter(([, value]) => value !== undefined);
      settings = { ...settings, ...Object.fromEntries(named) };
      return settings;
    }),
    reset: os.settings.reset.handler(() => {
      settings = defaultSettings;
      return settings;
    }),
    storage: os.settings.storage.handler(() => ({
      home,
      database: `${home}/wirebench.db`,
      databaseBytes: 48_300_000,
      experimentsFolder: settings.experimentsFolder ?? `${home}/experiments`,
    })),
    removedRuns: os.settings.removedRuns.handler(() => []),
  };
}
