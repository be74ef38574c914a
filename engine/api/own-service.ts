import type { ExperimentInput } from '../../contracts/api/base.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { experimentError, readExperiment } from '../experiment/read.ts';
import { namedFiles } from '../own-service/kept-files.ts';
import { TokenKeeper } from '../own-service/oauth.ts';
import { Standby } from '../own-service/standby.ts';
import { withService } from '../own-service/with-service.ts';
import { refuseUnconfirmedCommands } from '../run/servers/commands.ts';
import type { TargetOf } from '../wire/capture-own.ts';
import { refuseUnconfirmedHosts } from './consent.ts';
import { type RouterParts, withFolder } from './parts.ts';

/**
 * Reads an experiment with its own service, and passes single calls to it to `act`. A server that the
 * experiment starts runs meanwhile, and its tokens are kept fresh.
 * @throws WirebenchError EXPERIMENT_INVALID, SERVICE_INVALID, HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED, and whatever `act` throws
 */
export async function withOwnService<Result>(
  parts: RouterParts,
  input: ExperimentInput & { readonly protocols?: readonly Protocol[] | undefined },
  act: (experiment: Experiment, targetOf: TargetOf) => Promise<Result>,
): Promise<Result> {
  const { home, store } = parts;
  const { text, folder, filesOf, protocols: wanted } = withFolder(input, parts);
  const read = readExperiment(text);
  if (!read.ok) throw experimentError(read);
  const protocols = wanted ?? read.experiment.factors.protocol;
  refuseUnconfirmedHosts(read.experiment, protocols, store.confirmedHosts());
  refuseUnconfirmedCommands(read.experiment, folder, store.isCommandConfirmed);
  const files = namedFiles(store, { folder, filesOf });
  const place = { files, folder, home };
  const experiment = await withService(read.experiment, place, protocols);
  const standby = new Standby(experiment, place);
  const tokens = await TokenKeeper.open(experiment.custom);
  try {
    return await act(experiment, (protocol) => standby.target(protocol));
  } finally {
    tokens.close();
    await standby.stop();
  }
}
