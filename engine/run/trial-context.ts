import type { LivePoint } from '../../contracts/engine-api.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Interval } from '../../contracts/measurement.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunEnergy } from './energy/run-energy.ts';
import type { Asker } from './equivalence/asker.ts';
import type { LoadPool } from './load-pool.ts';
import type { ServicesElsewhere } from './services-elsewhere.ts';
import type { StacksOfRun } from './stack-service.ts';
import type { WatchMachines } from './watched-records.ts';

/** Shared context of the trials of a run. */
export interface TrialContext {
  readonly experiment: Experiment;
  readonly home: string;
  /** Base folder of the experiment's files. */
  readonly folder: string;
  /** Niceness of the bundled service (Linux); 0 is normal priority. */
  readonly niceness: number;
  readonly pool: LoadPool;
  /** The other machine on which bundled services are started; null for this one. */
  readonly services: ServicesElsewhere | null;
  readonly watch: WatchMachines;
  /** Makes the calls before the load. */
  readonly asker: Pick<Asker, 'ask'>;
  /** Targets of the run that did not answer such a call, with the number of times in a row. */
  readonly silent: Map<string, number>;
  readonly stacks: StacksOfRun;
  readonly clock: Clock;
  readonly energy: RunEnergy;
  activity(text: string): void;
  point(point: LivePoint): void;
  /** A round is over and is in {@link TrialRunner.rounds}. */
  roundEnded(): void;
  /** Stores an interval. @throws WirebenchError RUN_OVERRUN or STORE_WRITE_FAILED */
  interval(interval: Interval): void;
  /** Throughput of one worker against a service that does nothing; null when unknown. */
  ceilingPerWorker(cell: Cell): number | null;
}
