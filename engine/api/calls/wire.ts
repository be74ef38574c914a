import { namedFiles } from '../../custom/kept-files.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { captureAll } from '../../wire/capture.ts';
import { captureOwn } from '../../wire/capture-own.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(api: ContractImplementer, { runs, home, store }: RouterParts) {
  const captures = new Occupied(runs, 'A capture');
  return {
    capture: api.wire.capture.handler(({ input, signal }) =>
      captures.during(signal, (stop) => captureAll(input, home, stop)),
    ),
    captureOwn: api.wire.captureOwn.handler(({ input, signal }) =>
      captures.during(signal, async (stop) => {
        const { text, folder, filesOf, ...subject } = input;
        const read = readExperiment(text);
        if (!read.ok) throw experimentError(read);
        const files = namedFiles(store, { folder, filesOf });
        const experiment = await withService(read.experiment, files, home, subject.protocols);
        return captureOwn(experiment, subject, home, stop);
      }),
    ),
  };
}
