import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { SettingsChange } from '../../../contracts/settings.ts';
import { experimentsFolder } from '../experiments-folder.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `settings` part of the engine's API. */
export function settingsCalls(api: ContractImplementer, { store, home, database }: RouterParts) {
  return {
    get: api.settings.get.handler(() => store.settings()),
    set: api.settings.set.handler(({ input }) => store.changeSettings(checked(input))),
    reset: api.settings.reset.handler(() => store.resetSettings()),
    storage: api.settings.storage.handler(() => ({
      home,
      database,
      databaseBytes: sizeOf(database) + sizeOf(`${database}-wal`),
      experimentsFolder: experimentsFolder(home, store.settings()),
    })),
    removedRuns: api.settings.removedRuns.handler(() => store.removedRuns()),
  };
}

/** @throws WirebenchError ARGUMENT_INVALID when the folder for experiments does not exist. */
function checked(change: SettingsChange): SettingsChange {
  const folder = change.experimentsFolder;
  if (typeof folder !== 'string') return change;
  if (!isAbsolute(folder)) {
    throw new WirebenchError('ARGUMENT_INVALID', `${folder} is not an absolute path.`, {
      hint: 'Enter the full path of a folder, starting at the root.',
    });
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new WirebenchError('ARGUMENT_INVALID', `There is no folder ${folder}.`, {
      hint: 'Create it first, or choose another.',
    });
  }
  return { ...change, experimentsFolder: resolve(folder) };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
