import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription } from './description.ts';
import { batchesOf } from './plan-batches.ts';
import { planOf } from './plans.ts';
import type { Sender, ShapeRequests, WorkloadContract, WorkloadSetup } from './workload.ts';

/** A single request, sent before any load. */
export interface SingleRequest {
  readonly operation: OperationDescription;
  readonly request: Message;
  /** All messages of a streamed request; null for others. */
  readonly stream: Iterable<Message> | null;
  /** @returns what is wrong with the answer, as a sentence; null if it is right. */
  judge(answer: Message): string | null;
  /** Masks secrets in messages that quote the service; absent without secrets. */
  readonly hidden?: (message: string) => string;
}

interface Asked {
  readonly shape: string;
  readonly protocol: Protocol;
  /** Whether `shape` names a use case, not a single request. */
  readonly useCase: boolean;
  /** Number of the request among those of its shape, or of the iteration. */
  readonly sequence: number;
  /** Its user, for a step of a flow that is sent on its own. */
  readonly by?: Sender | undefined;
}

/**
 * Requests that show whether a target offers a cell's operations: the request of its shape (of a mix each of
 * them), or those of one iteration of its use case, one after another. Each is derived from the previous
 * answer.
 * @throws TypeError for an unknown shape or use case.
 */
export function* singleRequests(
  workload: WorkloadContract,
  setup: WorkloadSetup,
  { shape, protocol, useCase, sequence, by }: Asked,
): Generator<SingleRequest, void, Message> {
  if (!useCase) {
    const requests = workload.requestsOf(shape, setup, protocol);
    const members = requests.group?.parts.map((part) => part.requests) ?? [requests];
    for (const one of members) yield singleOf(one, sequence, by);
    return;
  }
  const batches = batchesOf(planOf(workload, shape, protocol, setup), 'sequential', sequence);
  for (let step = batches.next(); !step.done; ) {
    const [planned] = step.value;
    if (!planned) throw new TypeError(`${shape} makes no request`);
    const answer = yield { ...planned, stream: null };
    step = batches.next([answer]);
  }
}

function singleOf(requests: ShapeRequests, sequence: number, by?: Sender): SingleRequest {
  const request = requests.request(sequence, by);
  return {
    operation: requests.operation,
    request,
    stream: requests.stream?.(sequence) ?? null,
    judge: (answer) => requests.judge(request, answer),
  };
}
