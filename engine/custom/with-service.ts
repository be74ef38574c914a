import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { endpointTls } from '../run/address.ts';
import type { NamedFiles } from './files.ts';
import { readService } from './read-service.ts';

/**
 * An experiment with its own service read, where it has one.
 * @param files that it names.
 * @param home where certificates are.
 * @param protocols to be measured: the others are not read, nor asked for their types.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function withService(
  experiment: Experiment,
  files: NamedFiles,
  home: string,
  protocols: readonly Protocol[] = experiment.factors.protocol,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const level = experiment.factors.tls[0] ?? 'off';
  const tls = (address: string) => endpointTls(level, home, address);
  const sources = { files, env: process.env, tls, protocols };
  return { ...experiment, custom: await readService(experiment.service, sources) };
}
