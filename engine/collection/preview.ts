import type { Preview } from '../../contracts/collection.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { cellsOf } from '../experiment/cells.ts';
import { readExperiment } from '../experiment/read.ts';
import { advise } from '../experiment/warnings.ts';
import { environment } from '../platform/environment.ts';
import { maxWorkers } from '../run/assignments.ts';
import { ceilingPerWorker } from '../run/ceiling.ts';
import type { Store } from '../store/store.ts';
import { earlierFigures } from './earlier.ts';
import { expectedLoad, type Knowledge } from './expected-load.ts';

type PreviewStore = Pick<Store, 'listRuns' | 'runHead' | 'trialResults' | 'latestCalibration'>;

/** Advice on an experiment and the load of a run; null while the experiment has problems. */
export function previewExperiment(store: PreviewStore, text: string): Preview {
  const read = readExperiment(text);
  if (!read.ok) return null;
  const { experiment } = read;
  return {
    advice: advise(experiment),
    load: expectedLoad(experiment, knowledgeOf(store, experiment)),
  };
}

function knowledgeOf(store: PreviewStore, experiment: Experiment): Knowledge {
  const here = environment();
  const calibration = store.latestCalibration();
  const workers = maxWorkers(experiment, here.cores);
  return {
    earlier: earlierFigures(store, experiment, cellsOf(experiment), here),
    ceilingRps: (cell: Cell) => {
      const ceiling = ceilingPerWorker(calibration, here, cell);
      return ceiling === null ? null : ceiling * workers;
    },
  };
}
