import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { ServiceSetup } from '../../contracts/service-messages.ts';
import { workloadOf } from '../../contracts/workloads/registry.ts';
import { fieldsOf } from '../../contracts/workloads/workload.ts';

/** What the bundled service of a cell holds, and where. */
export function serviceSetupOf(experiment: Experiment, cell: Cell): ServiceSetup {
  const { data, seed, text, database } = experiment;
  return {
    data,
    seed,
    text,
    fields: fieldsOf(workloadOf(experiment.workload), cell),
    dates: cell.dates ?? 'full',
    database: {
      kind: cell.database ?? 'none',
      url: database.url ?? null,
      pool: database.pool,
      waitMs: database.wait,
    },
  };
}
