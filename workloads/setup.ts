import type { DatesLevel, FieldsLevel } from '../contracts/experiment/environment-factors.ts';
import type { TextKind } from '../contracts/words.ts';

/** Settings of a workload's data, as in the experiment file under `data`. */
export type WorkloadData = Readonly<Record<string, unknown>>;

/** Inputs that determine the requests of a cell and the data of a service. */
export interface WorkloadSetup {
  readonly text: TextKind;
  readonly seed: number;
  /** Parsed by the workload's {@link WorkloadContract.data}: every default filled in. */
  readonly data: WorkloadData;
  readonly fields: FieldsLevel;
  readonly dates: DatesLevel;
}

/** A named shape of a workload. */
export interface NamedShape {
  readonly name: string;
  /** Summary in a few words: `modify, 361 characters`. */
  readonly doc: string;
}
