import { namedFiles } from '../../custom/kept-files.ts';
import { tryRequests } from '../../custom/try-requests.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `custom` part of the engine's API: services of the user's own. */
export function customCalls(api: ContractImplementer, { home, store }: RouterParts) {
  return {
    try: api.custom.try.handler(async function* ({ input, signal }) {
      const { text, folder, filesOf, ...wanted } = input;
      const files = namedFiles(store, { folder, filesOf });
      const read = readExperiment(text);
      if (!read.ok) throw experimentError(read);
      const protocols = wanted.protocol ? [wanted.protocol] : read.experiment.factors.protocol;
      const experiment = await withService(read.experiment, files, home, protocols);
      yield* tryRequests(experiment, wanted, home, signal);
    }),
  };
}
