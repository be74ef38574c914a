import type { DatesLevel, FieldsLevel } from '../contracts/experiment/environment-factors.ts';
import type { TextKind } from '../contracts/words.ts';

/** Settings of a workload's data as the experiment file has them under `data`. */
export type WorkloadData = Readonly<Record<string, unknown>>;

/** What decides the requests of a cell and the data that a service holds. */
export interface WorkloadSetup {
  readonly text: TextKind;
  readonly seed: number;
  /** Read by the workload's {@link WorkloadContract.data}: every default filled in. */
  readonly data: WorkloadData;
  readonly fields: FieldsLevel;
  readonly dates: DatesLevel;
}

/** A named shape of a workload. */
export interface NamedShape {
  readonly name: string;
  /** What it is, in a few words: `modify, 361 characters`. */
  readonly doc: string;
}
