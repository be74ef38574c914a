import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { endpointTls } from '../run/address.ts';
import type { NamedFiles } from './files.ts';
import { readService } from './read-service.ts';
import { Standby } from './standby.ts';

/** What a service is read with. */
export interface ReadingPlace {
  /** Those that it names. */
  readonly files: NamedFiles;
  /** That a server is started in or below, to be asked for its types. */
  readonly folder: string;
  /** Where certificates are. */
  readonly home: string;
}

/**
 * An experiment with its own service read, where it has one.
 * @param protocols to be measured: the others are not read, nor asked for their types.
 * @throws WirebenchError SERVICE_INVALID, and those of a server that is started to be asked for its types.
 */
export async function withService(
  experiment: Experiment,
  { files, folder, home }: ReadingPlace,
  protocols: readonly Protocol[] = experiment.factors.protocol,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const level = experiment.factors.tls[0] ?? 'off';
  const standby = new Standby(experiment, { folder, home });
  const reach = async (protocol: Protocol, said: string) => {
    const address = await standby.address(protocol, said);
    return { address, tls: await endpointTls(level, home, address) };
  };
  const sources = { files, env: process.env, reach, protocols };
  try {
    return { ...experiment, custom: await readService(experiment.service, sources) };
  } finally {
    await standby.stop();
  }
}
