import { namedFiles } from '../../custom/kept-files.ts';
import { tryRequests } from '../../custom/try-requests.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { refuseUnconfirmedCommands } from '../../run/servers/commands.ts';
import { type ContractImplementer, type RouterParts, withFolder } from '../parts.ts';

/** The `custom` part of the engine's API: services of the user's own. */
export function customCalls(api: ContractImplementer, parts: RouterParts) {
  const { home, store } = parts;
  return {
    try: api.custom.try.handler(async function* ({ input, signal }) {
      const { text, folder, filesOf, ...wanted } = withFolder(input, parts);
      const files = namedFiles(store, { folder, filesOf });
      const read = readExperiment(text);
      if (!read.ok) throw experimentError(read);
      refuseUnconfirmedCommands(read.experiment, folder, store.isCommandConfirmed);
      const protocols = wanted.protocol ? [wanted.protocol] : read.experiment.factors.protocol;
      const experiment = await withService(read.experiment, { files, folder, home }, protocols);
      yield* tryRequests(experiment, wanted, { home, folder }, signal);
    }),
  };
}
