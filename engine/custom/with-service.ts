import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { endpointTls } from '../run/address.ts';
import { filesIn } from './files.ts';
import { readService } from './read-service.ts';
import { Standby } from './standby.ts';

/**
 * An experiment with its own service read, where it has one.
 * @param folder that its files are relative to.
 * @param home where certificates are.
 * @param protocols to be measured: the others are not read, nor asked for their types.
 * @throws WirebenchError SERVICE_INVALID, and those of a server that is started to be asked for its types.
 */
export async function withService(
  experiment: Experiment,
  folder: string,
  home: string,
  protocols: readonly Protocol[] = experiment.factors.protocol,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const level = experiment.factors.tls[0] ?? 'off';
  const standby = new Standby(experiment, { folder, home });
  const reach = async (protocol: Protocol, said: string) => {
    const address = await standby.address(protocol, said);
    return { address, tls: await endpointTls(level, home, address) };
  };
  const sources = { files: filesIn(folder), env: process.env, reach, protocols };
  try {
    return { ...experiment, custom: await readService(experiment.service, sources) };
  } finally {
    await standby.stop();
  }
}
