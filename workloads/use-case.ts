import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription } from './description.ts';
import type { NamedShape, WorkloadSetup } from './setup.ts';

/** A request of a plan, and how its answer is judged. */
export interface PlannedRequest {
  readonly operation: OperationDescription;
  readonly request: Message;
  /** @returns what is wrong with the answer, in a sentence; null when it is right. */
  judge(answer: Message): string | null;
  /** Takes secrets out of what a service says of it; absent where there are none. */
  readonly hidden?: (message: string) => string;
}

/** Requests that are sent together, or one after the other, as the form of the plan says. */
export interface UseCaseStage {
  /** Whether its requests need nothing of the answers before: it may be sent together with the stage before. */
  readonly independent: boolean;
  /**
   * The client's join: the requests that follow from the answers so far. Pure.
   * @param answers of each stage before, in the order of its requests.
   * @param iteration from 0, counted over the trial.
   */
  requests(answers: readonly (readonly Message[])[], iteration: number): readonly PlannedRequest[];
}

/** What a client does to get what it needs: stages, one after the other. */
export interface UseCase {
  readonly name: string;
  readonly stages: readonly UseCaseStage[];
}

/** The use cases of a workload. */
export interface UseCases {
  /** In the order in which they are listed. */
  readonly named: readonly NamedShape[];
  /** @returns null when there is none of this name. */
  of(name: string, protocol: Protocol, setup: WorkloadSetup): UseCase | null;
  /** Protocols in which a use case cannot be done. */
  notIn(name: string): readonly Protocol[];
}
