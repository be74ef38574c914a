import type { ExperimentInput } from '../../../contracts/api/base.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { type ServiceSettings, serviceEndpoint } from '../../../contracts/experiment/service.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { describeGiven, describingSources } from '../../custom/describe-given.ts';
import { draftExperiment } from '../../custom/draft.ts';
import type { NamedFiles } from '../../custom/files.ts';
import { namedFiles } from '../../custom/kept-files.ts';
import { showRequests, tryRequests, type Wanted } from '../../custom/try-requests.ts';
import { withService } from '../../custom/with-service.ts';
import { experimentError, readExperiment } from '../../experiment/read.ts';
import { remoteHosts } from '../../run/address.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { experimentsFolder } from './settings.ts';

/** The `custom` part of the engine's API: services of the user's own. */
export function customCalls(api: ContractImplementer, { home, store }: RouterParts) {
  // What was not opened from a file may name files of the library.
  const folder = () => experimentsFolder(home, store.settings());
  const read = (
    { folder: named = folder(), filesOf, ...input }: Input,
    sends: (service: ServiceSettings, protocol: Protocol) => boolean,
  ) =>
    readWanted(input, sends, {
      files: namedFiles(store, { folder: named, filesOf }),
      home,
      confirmed: store.confirmedHosts(),
    });
  return {
    sources: api.custom.sources.handler(() => describingSources()),
    describe: api.custom.describe.handler(({ input }) =>
      describeGiven(input, { folder: folder(), confirmedHosts: store.confirmedHosts() }),
    ),
    draft: api.custom.draft.handler(({ input }) => ({ text: draftExperiment(input.services) })),
    show: api.custom.show.handler(async ({ input }) =>
      showRequests(await read(input, tellsItsTypes), input),
    ),
    try: api.custom.try.handler(async function* ({ input, signal }) {
      yield* tryRequests(await read(input, () => true), input, home, signal);
    }),
  };
}

type Input = Wanted & ExperimentInput;

interface Surroundings {
  readonly files: NamedFiles;
  readonly home: string;
  readonly confirmed: readonly string[];
}

/** Whether a service is asked for its types before a request can be written. */
function tellsItsTypes(service: ServiceSettings, protocol: Protocol): boolean {
  const isMessage = protocolFacts[protocol].custom === 'message';
  return isMessage && serviceEndpoint(service, protocol)?.description === undefined;
}

/** Reads an experiment with its own service. @param sends whether something is sent to a service. */
async function readWanted(
  { text, protocol }: Input,
  sends: (service: ServiceSettings, protocol: Protocol) => boolean,
  { files, home, confirmed }: Surroundings,
): Promise<Experiment> {
  const read = readExperiment(text);
  if (!read.ok) throw experimentError(read);
  const { experiment } = read;
  const { service, factors } = experiment;
  const protocols = protocol ? [protocol] : factors.protocol;
  if (!service) return experiment;
  const asked = protocols.filter((one) => sends(service, one));
  refuseUnconfirmed(experiment, asked, confirmed);
  return withService(experiment, files, home, protocols);
}

/** @throws WirebenchError HOST_NOT_CONFIRMED */
function refuseUnconfirmed(
  experiment: Experiment,
  protocols: readonly Protocol[],
  confirmed: readonly string[],
): void {
  const hosts = remoteHosts(experiment, protocols).filter((host) => !confirmed.includes(host));
  if (hosts.length === 0) return;
  const message = `Requests would go to ${hosts.join(', ')}, which has not been confirmed as a target`;
  throw new WirebenchError('HOST_NOT_CONFIRMED', message, {
    hint: 'Confirm once that you are allowed to load this host.',
  });
}
