import { isElsewhere, sharesMachine } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { RunHead } from '../../contracts/result.ts';
import { fewCores, isSeparated } from '../experiment/advice/machine.ts';
import { readExperiment } from '../experiment/read.ts';

function sharing(experiment: Experiment, { environment }: Pick<RunHead, 'environment'>): string {
  if (isElsewhere(experiment)) return 'service elsewhere';
  if (!sharesMachine(experiment)) return 'machines of their own';
  const { cores, memoryBytes, os } = environment;
  const platform = os.startsWith('Linux') ? 'linux' : 'win32';
  const isApart = isSeparated(experiment, { cores, memoryBytes, platform });
  return isApart ? 'cores apart' : 'shared cores';
}

/** Whether client and service share cores; `unknown` for an unreadable experiment. */
export function coreSharing(run: Pick<RunHead, 'experiment' | 'environment'>): string {
  const read = readExperiment(run.experiment);
  return read.ok ? sharing(read.experiment, run) : 'unknown';
}

/**
 * Number of cores for which the client and a bundled service competed.
 * @returns null where each had enough, or unknown.
 */
export function coresFoughtOver(run: Pick<RunHead, 'experiment' | 'environment'>): number | null {
  const read = readExperiment(run.experiment);
  const { cores } = run.environment;
  if (!read.ok || read.experiment.target !== 'bundled' || cores > fewCores) return null;
  return sharing(read.experiment, run) === 'shared cores' ? cores : null;
}
