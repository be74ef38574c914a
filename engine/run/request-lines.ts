import type { Experiment } from '../../contracts/experiment/experiment.ts';
import {
  serviceEndpoint,
  type WrittenCall,
  writtenCall,
} from '../../contracts/experiment/service.ts';
import { endpointOf, protocolFacts } from '../../contracts/protocols.ts';
import type { RequestLine } from '../../contracts/request-line.ts';
import type { Protocol } from '../../contracts/words.ts';
import { grpcPathOf } from '../../workloads/description.ts';
import { workloadOf } from '../../workloads/registry.ts';

/** What an experiment sends, as written: the method and path of each request in each protocol. */
export function requestLines(experiment: Experiment): RequestLine[] {
  const { protocol: protocols, shape: shapes } = experiment.factors;
  if (experiment.service) return ownLines(experiment, protocols);
  const { workload } = experiment;
  if (workload === 'custom') return [];
  return shapes.flatMap((shape) =>
    protocols.flatMap((protocol) => {
      const called = bundledCall(workload, shape, protocol);
      return called ? [{ protocol, request: shape, ...called }] : [];
    }),
  );
}

type Called = Pick<RequestLine, 'method' | 'path'>;

function bundledCall(
  workload: Parameters<typeof workloadOf>[0],
  shape: string,
  protocol: Protocol,
): Called | null {
  const contract = workloadOf(workload);
  const operation = contract.operationOf(shape);
  if (!operation) return null;
  const { style, transport } = protocolFacts[protocol];
  const endpoint = endpointOf(protocol, workload);
  if (endpoint !== '') return { method: 'POST', path: endpoint };
  if (style === 'resources') return { method: operation.http.method, path: operation.http.path };
  if (transport === 'tcp') return { method: 'request', path: operation.field };
  return { method: 'POST', path: grpcPathOf(contract.description, operation) };
}

function ownLines({ service }: Experiment, protocols: readonly Protocol[]): RequestLine[] {
  return Object.entries(service?.requests ?? {}).flatMap(([request, written]) =>
    protocols.flatMap((protocol) => {
      const form = writtenCall(written, protocol);
      if (!form) return [];
      const address = service && serviceEndpoint(service, protocol)?.address;
      return [{ protocol, request, ...ownCall(form, address ?? '') }];
    }),
  );
}

function ownCall({ kind, call }: WrittenCall, address: string): Called {
  switch (kind) {
    case 'resource':
      return { method: call.method ?? (hasBody(call) ? 'POST' : 'GET'), path: call.path };
    case 'message':
      return { method: 'POST', path: `/${call.method.replace(/^\//, '')}` };
    default:
      return { method: 'POST', path: call.path ?? pathIn(address) };
  }
}

/** The path of an address, which may have a place for a secret in it. */
function pathIn(address: string): string {
  return /^\w+:\/\/[^/]*(\/[^?#]*)/.exec(address)?.[1] ?? '/';
}

function hasBody(call: Extract<WrittenCall, { kind: 'resource' }>['call']): boolean {
  const { body, form, multipart, 'body-file': file } = call;
  return [body, form, multipart, file].some((one) => one !== undefined);
}
