import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import {
  isOffered,
  type Message,
  type OperationDescription,
} from '../../../workloads/description.ts';
import type { WorkloadContract } from '../../../workloads/workload.ts';

/** An operation with a request of its workload. */
export interface ExampleCall {
  readonly operation: OperationDescription;
  readonly request: Message;
}

/**
 * The call of the workload's first shape that a protocol offers.
 * @returns null without any.
 */
export function exampleCall(workload: WorkloadContract, protocol: Protocol): ExampleCall | null {
  const setup = {
    text: 'ascii',
    seed: 1,
    data: workload.data.parse({}),
    fields: 'full',
    dates: 'full',
  } as const;
  const { streams } = protocolFacts[protocol];
  for (const { name } of workload.shapes) {
    const operation = workload.operationOf(name);
    if (!operation || operation.roots || !isOffered(operation, protocol)) continue;
    if (operation.stream !== 'none' && !streams.includes(operation.stream)) continue;
    return { operation, request: workload.requestsOf(name, setup).request(0) };
  }
  return null;
}
