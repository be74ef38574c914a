import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { endpointTls } from '../run/address.ts';
import { filesIn, noFiles } from './files.ts';
import { readService } from './read-service.ts';

/**
 * An experiment with its own service read, where it has one.
 * @param folder that its files are relative to; undefined where there is none.
 * @param home where certificates are.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function withService(
  experiment: Experiment,
  folder: string | undefined,
  home: string,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const files = folder === undefined ? noFiles : filesIn(folder);
  const level = experiment.factors.tls[0] ?? 'off';
  const tls = (address: string) => endpointTls(level, home, address);
  return {
    ...experiment,
    custom: await readService(experiment.service, { files, env: process.env, tls }),
  };
}
