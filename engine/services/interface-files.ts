import { forWorkload, protocolFacts } from '../../contracts/protocols.ts';
import type { InterfaceFile } from '../../contracts/services.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { interfaceWriters } from '../../workloads/interfaces/registry.ts';
import { workloadOf } from '../../workloads/registry.ts';

/** The interface file of a workload in a protocol. */
export function interfaceFileOf(
  protocol: Protocol,
  workload: WorkloadName = 'product',
): InterfaceFile {
  const { file, mediaType } = protocolFacts[protocol].interface;
  const text = interfaceWriters[protocol](workloadOf(workload).description);
  return { name: forWorkload(file, workload), mediaType, text };
}
