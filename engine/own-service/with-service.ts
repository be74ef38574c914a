import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { endpointTls } from '../run/address.ts';
import { checkServers } from '../run/servers/start-server.ts';
import type { NamedFiles } from './files.ts';
import { readOwnTls } from './own-tls.ts';
import { readService } from './read-service.ts';
import { Standby } from './standby.ts';

/** Context for reading a service. */
export interface ReadingPlace {
  /** Files that it names. */
  readonly files: NamedFiles;
  /** Working folder of a server that is started for its types. */
  readonly folder: string;
  /** Folder of the certificates. */
  readonly home: string;
}

/**
 * An experiment with its own service read, if it has one.
 * @param protocols to measure: the others are not read, nor asked for their types.
 * @throws WirebenchError SERVICE_INVALID, and errors of a server that is started for its types.
 */
export async function withService(
  experiment: Experiment,
  { files, folder, home }: ReadingPlace,
  protocols: readonly Protocol[] = experiment.factors.protocol,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const { env } = process;
  const { ownTls, secrets } = await readOwnTls(experiment.service, { files, env, protocols });
  const level = experiment.factors.tls[0] ?? 'off';
  const standby = new Standby({ ...experiment, ownTls }, { folder, home });
  const reach = async (protocol: Protocol, said: string) => {
    const address = await standby.address(protocol, said);
    return { address, tls: await endpointTls(level, home, address, ownTls[protocol]) };
  };
  const sources = { files, env, reach, protocols, clients: experiment.factors.client };
  try {
    const serverSecrets = checkServers(experiment);
    const custom = await readService(experiment.service, sources);
    const hidden = [...new Set([...custom.secrets, ...secrets, ...serverSecrets])];
    return { ...experiment, ownTls, custom: { ...custom, secrets: hidden } };
  } finally {
    await standby.stop();
  }
}
