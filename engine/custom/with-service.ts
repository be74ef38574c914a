import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { filesIn, noFiles } from './files.ts';
import { readService } from './read-service.ts';

/**
 * An experiment with its own service read, where it has one.
 * @param folder that its files are relative to; undefined where there is none.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function withService(
  experiment: Experiment,
  folder: string | undefined,
): Promise<Experiment> {
  if (!experiment.service) return experiment;
  const files = folder === undefined ? noFiles : filesIn(folder);
  return {
    ...experiment,
    custom: await readService(experiment.service, { files, env: process.env }),
  };
}
