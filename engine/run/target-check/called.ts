import type { OwnServiceCall } from '../../../contracts/own-service.ts';
import { endpointOf, protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import {
  grpcPathOf,
  type OperationDescription,
  type WorkloadDescription,
} from '../../../workloads/description.ts';

/** A call of an operation, and its address. */
export interface Called {
  readonly protocol: Protocol;
  readonly workload: WorkloadDescription;
  readonly operation: OperationDescription;
  readonly request: Readonly<Record<string, unknown>>;
  /** Address as in the experiment file, without a trailing slash. */
  readonly address: string;
}

/** A call of an own service, with its address. */
export function ownServiceCalledText(call: OwnServiceCall, address: string): string {
  return call.kind === 'text'
    ? `${call.method} ${address}${call.target}`
    : `The call of ${call.path} at ${address}`;
}

/** A call in its protocol's notation, with its address: `GET http://127.0.0.1:8080/users/7`. */
export function calledText({ protocol, workload, operation, request, address }: Called): string {
  const { style, transport } = protocolFacts[protocol];
  const endpoint = endpointOf(protocol, workload.name);
  if (endpoint !== '') return `POST ${address}${endpoint} (${operation.method})`;
  if (style === 'resources') {
    const path = operation.http.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(request[name])),
    );
    return `${operation.http.method} ${address}${path}`;
  }
  const name = transport === 'tcp' ? `route ${operation.field}` : grpcPathOf(workload, operation);
  return `The call of ${name} at ${address}`;
}
