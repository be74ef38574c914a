import type { Assignment } from '../../../contracts/worker-messages.ts';

export interface CallOrder {
  readonly assignment: Assignment;
  /** A fault that the runner has to find. */
  readonly plant: CallerPlant | null;
}

export const callerPlants = [
  'a failure that is not counted',
  'a client that dies',
  'a client that keeps all answers',
] as const;
export type CallerPlant = (typeof callerPlants)[number];

/** Outcomes of the requests of an assignment. */
export interface CallOutcome {
  readonly type: 'outcome';
  readonly ok: number;
  readonly failed: number;
  readonly issued: number;
  readonly abandoned: number;
  /** `kind code` of its errors, each once. */
  readonly errors: readonly string[];
  readonly peakBytes: number;
}

export type CallReply = CallOutcome | { readonly type: 'done' };
