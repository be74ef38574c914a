import type { Protocol } from '../../../contracts/words.ts';
import { namedFiles } from '../../custom/kept-files.ts';
import { TokenKeeper } from '../../custom/oauth.ts';
import { Standby } from '../../custom/standby.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { refuseUnconfirmedCommands } from '../../run/servers/commands.ts';
import { captureAll } from '../../wire/capture.ts';
import { captureOwn } from '../../wire/capture-own.ts';
import { refuseUnconfirmedHosts } from '../consent.ts';
import { type ContractImplementer, type RouterParts, withFolder } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(api: ContractImplementer, parts: RouterParts) {
  const { runs, home, store } = parts;
  const captures = new Occupied(runs, 'A capture');
  return {
    capture: api.wire.capture.handler(({ input, signal }) =>
      captures.during(signal, (stop) => captureAll(input, home, stop)),
    ),
    captureOwn: api.wire.captureOwn.handler(({ input, signal }) =>
      captures.during(signal, async (stop) => {
        const { text, folder, filesOf, ...subject } = withFolder(input, parts);
        const read = readExperiment(text);
        if (!read.ok) throw experimentError(read);
        const { protocols = read.experiment.factors.protocol } = subject;
        refuseUnconfirmedHosts(read.experiment, protocols, store.confirmedHosts());
        refuseUnconfirmedCommands(read.experiment, folder, store.isCommandConfirmed);
        const files = namedFiles(store, { folder, filesOf });
        const place = { files, folder, home };
        const experiment = await withService(read.experiment, place, protocols);
        const standby = new Standby(experiment, place);
        const tokens = await TokenKeeper.open(experiment.custom);
        try {
          const targetOf = (protocol: Protocol) => standby.target(protocol);
          return await captureOwn(experiment, { ...subject, targetOf }, home, stop);
        } finally {
          tokens.close();
          await standby.stop();
        }
      }),
    ),
  };
}
