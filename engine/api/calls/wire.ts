import { usualProtocol } from '../../../contracts/protocols.ts';
import { namedFiles } from '../../custom/kept-files.ts';
import { Standby } from '../../custom/standby.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { refuseUnconfirmedCommands } from '../../run/servers/commands.ts';
import { captureAll } from '../../wire/capture.ts';
import { captureOwn } from '../../wire/capture-own.ts';
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
        refuseUnconfirmedCommands(read.experiment, folder, store.isCommandConfirmed);
        const files = namedFiles(store, { folder, filesOf });
        const { protocols = read.experiment.factors.protocol } = subject;
        const place = { files, folder, home };
        const experiment = await withService(read.experiment, place, protocols);
        const standby = new Standby(experiment, place);
        try {
          const target = await standby.target(protocols[0] ?? usualProtocol);
          return await captureOwn({ ...experiment, target }, subject, home, stop);
        } finally {
          await standby.stop();
        }
      }),
    ),
  };
}
