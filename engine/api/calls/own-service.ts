import type { ExperimentInput } from '../../../contracts/api/base.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { type ServiceSettings, serviceEndpoint } from '../../../contracts/experiment/service.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { describeGiven, describingSources } from '../../own-service/describe-given.ts';
import { discover } from '../../own-service/discovery/discover.ts';
import { draftExperiment, notMeasured } from '../../own-service/draft.ts';
import { namedFiles } from '../../own-service/kept-files.ts';
import { readApart } from '../../own-service/read-apart.ts';
import { showRequests, tryRequests, type Wanted } from '../../own-service/try-requests.ts';
import { withService } from '../../own-service/with-service.ts';
import { refuseUnconfirmedCommands } from '../../run/servers/commands.ts';
import { refuseUnconfirmedHosts } from '../consent.ts';
import { experimentsFolder } from '../experiments-folder.ts';
import { apiFailure } from '../failure.ts';
import { type ContractImplementer, type RouterParts, withFolder } from '../parts.ts';

/** The `custom` part of the engine's API: own services. */
export function ownServiceCalls(api: ContractImplementer, parts: RouterParts) {
  const { home, store } = parts;
  const library = () => experimentsFolder(home, store.settings());
  return {
    sources: api.ownService.sources.handler(() => describingSources()),
    describe: api.ownService.describe.handler(({ input }) =>
      describeGiven(input, {
        folder: library(),
        confirmedHosts: store.confirmedHosts(),
        reader: readApart,
      }),
    ),
    discover: api.ownService.discover.handler(({ input, signal }) =>
      discover(input, {
        folder: library(),
        confirmedHosts: store.confirmedHosts(),
        reader: readApart,
        signal,
      }),
    ),
    draft: api.ownService.draft.handler(({ input: { services } }) => ({
      text: draftExperiment(services),
      notMeasured: notMeasured(services),
    })),
    show: api.ownService.show.handler(async ({ input }) =>
      showRequests(await readWanted(parts, input, listsItsTypes), input),
    ),
    try: api.ownService.try.handler(async function* ({ input, signal }) {
      try {
        const { folder } = withFolder(input, parts);
        const experiment = await readWanted(parts, input, () => true);
        yield* tryRequests(experiment, input, { home, folder }, signal);
      } catch (error) {
        // What a stream throws does not pass the middleware: a window would only learn that something failed.
        throw signal?.aborted ? error : apiFailure(error);
      }
    }),
  };
}

/** Whether the service is asked for its types before a request can be written. */
function listsItsTypes(service: ServiceSettings, protocol: Protocol): boolean {
  const isMessage = protocolFacts[protocol].custom === 'message';
  return isMessage && serviceEndpoint(service, protocol)?.description === undefined;
}

/**
 * Reads an experiment with its own service. @param sends whether requests are sent to the service.
 * @throws WirebenchError EXPERIMENT_INVALID, SERVICE_INVALID, HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED
 */
async function readWanted(
  parts: RouterParts,
  input: Wanted & ExperimentInput,
  sends: (service: ServiceSettings, protocol: Protocol) => boolean,
): Promise<Experiment> {
  const { home, store } = parts;
  const { text, folder, filesOf, protocol } = withFolder(input, parts);
  const read = readExperiment(text);
  if (!read.ok) throw experimentError(read);
  const { experiment } = read;
  const { service, factors } = experiment;
  const protocols = protocol ? [protocol] : factors.protocol;
  if (!service) return experiment;
  const asked = protocols.filter((one) => sends(service, one));
  refuseUnconfirmedHosts(experiment, asked, store.confirmedHosts());
  if (asked.length > 0) refuseUnconfirmedCommands(experiment, folder, store.isCommandConfirmed);
  const files = namedFiles(store, { folder, filesOf });
  return withService(experiment, { files, folder, home }, protocols);
}
