import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Load } from '../../../contracts/experiment/load.ts';
import { planIterations } from './iterations.ts';
import { planClosed, planOpen, planStages } from './plain.ts';
import { planRamp } from './ramp.ts';
import { planSearch } from './search.ts';
import { planSteps } from './steps.ts';
import type { LoadPlan } from './stint.ts';

/** Plans the stints of a load on a cell. */
export function loadPlan(load: Load, cell: Partial<Cell>): LoadPlan {
  switch (load.model) {
    case 'closed':
      return planClosed(load, cell);
    case 'open':
      return planOpen(load, cell);
    case 'ramp':
      return planRamp(load);
    case 'steps':
      return planSteps(load);
    case 'stages':
      return planStages(load);
    case 'search':
      return planSearch(load);
    case 'plan':
      return planIterations(load);
  }
}
