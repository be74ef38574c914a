import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription } from './description.ts';
import type { NamedShape, WorkloadSetup } from './setup.ts';

/** A request of a plan, with the judge of its answer. */
export interface PlannedRequest {
  readonly operation: OperationDescription;
  readonly request: Message;
  /** @returns what is wrong with the answer, as a sentence; null if it is right. */
  judge(answer: Message): string | null;
  /** Masks secrets in messages that quote the service; absent without secrets. */
  readonly hidden?: (message: string) => string;
}

/** Requests that are sent together or one after another, depending on the form of the plan. */
export interface UseCaseStage {
  /** Whether its requests do not depend on earlier answers: it may be sent together with the previous stage. */
  readonly independent: boolean;
  /**
   * The client-side join: the requests that follow from the answers so far. Pure.
   * @param answers of each previous stage, in the order of its requests.
   * @param iteration from 0, counted over the trial.
   */
  requests(answers: readonly (readonly Message[])[], iteration: number): readonly PlannedRequest[];
}

/** A sequence of stages that gets a client the data it needs. */
export interface UseCase {
  readonly name: string;
  readonly stages: readonly UseCaseStage[];
}

/** The use cases of a workload. */
export interface UseCases {
  /** In the order in which they are listed. */
  readonly named: readonly NamedShape[];
  /** @returns null for an unknown name. */
  of(name: string, protocol: Protocol, setup: WorkloadSetup): UseCase | null;
  /** Protocols that cannot execute a use case. */
  notIn(name: string): readonly Protocol[];
}
