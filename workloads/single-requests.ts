import type { PlanForm } from '../contracts/experiment/plan-load.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription } from './description.ts';
import { batchesOf } from './plan-batches.ts';
import { planOf } from './plans.ts';
import type { WorkloadContract, WorkloadSetup } from './workload.ts';

/** A request that is made by itself, before any load. */
export interface FirstRequest {
  readonly operation: OperationDescription;
  readonly request: Message;
  /** All messages of a streamed request; null of others. */
  readonly stream: Iterable<Message> | null;
  /** @returns what is wrong with the answer, in a sentence; null when it is right. */
  judge(answer: Message): string | null;
}

interface Asked {
  readonly shape: string;
  readonly protocol: Protocol;
  /** How the use case that `shape` names is gone through; null where it is a shape. */
  readonly plan: PlanForm | null;
  /** Number of the request among those of its shape; of a use case it is always the first. */
  readonly sequence: number;
}

/** The request that a cell begins with. @throws TypeError when there is no such shape or use case. */
export function firstRequestOf(
  workload: WorkloadContract,
  setup: WorkloadSetup,
  { shape, protocol, plan, sequence }: Asked,
): FirstRequest {
  if (plan !== null) {
    const { value } = batchesOf(planOf(workload, shape, protocol, setup), plan, 0).next();
    const [first] = value ?? [];
    if (!first) throw new TypeError(`${shape} makes no request`);
    return { ...first, stream: null, judge: (answer) => first.judge(answer) };
  }
  const requests = workload.requestsOf(shape, setup);
  const request = requests.request(sequence);
  return {
    operation: requests.operation,
    request,
    stream: requests.stream?.(sequence) ?? null,
    judge: (answer) => requests.judge(request, answer),
  };
}
