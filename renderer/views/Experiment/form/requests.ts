import { ownServiceProtocols } from '../../../../contracts/experiment/by-protocol.ts';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { type WrittenRequest, writtenCall } from '../../../../contracts/experiment/service.ts';
import { protocolFacts } from '../../../../contracts/protocols.ts';
import type { Protocol } from '../../../../contracts/words.ts';
import { isKeyed } from '../../../document/edit.ts';
import { namedIn } from '../../../document/ownShapes.ts';

/** A request or flow of the user's own service, and its protocols. */
export interface OfferedRequest {
  readonly name: string;
  readonly part: 'requests' | 'flows';
  readonly protocols: readonly Protocol[];
}

/** The protocols with an address of the service in the file. */
export const placesIn = (data: unknown): Protocol[] =>
  ownServiceProtocols.filter((protocol) => valueAt(data, ['service', protocol]) !== undefined);

/** The requests and flows of an experiment's own service, valid or not; none if it has no service. */
export function offeredRequests(data: unknown): OfferedRequest[] {
  const places = placesIn(data);
  const requests = namedIn(data, 'requests').map(([name, request]) => ({
    name,
    part: 'requests' as const,
    protocols: places.filter((protocol) => formPlace(request, protocol) !== null),
  }));
  const flows = namedIn(data, 'flows').map(([name]) => ({
    name,
    part: 'flows' as const,
    protocols: places,
  }));
  return [...requests, ...flows];
}

/** The key of a request's form for a protocol: its own, or that of a protocol with the same form. */
export function formPlace(request: unknown, protocol: Protocol): Protocol | null {
  if (!isKeyed(request)) return null;
  const call = writtenCall(request as WrittenRequest, protocol)?.call;
  if (call === undefined) return null;
  if (request[protocol] === call) return protocol;
  return ownServiceProtocols.find((other) => request[other] === call) ?? null;
}

/** Initial form of a request in a protocol. */
export function newForm(protocol: Protocol): Record<string, unknown> {
  switch (protocolFacts[protocol].custom) {
    case 'envelope':
      return { body: '<Get xmlns="urn:example"/>' };
    case 'message':
      return { method: 'package.Service/Method', message: {} };
    case 'query':
      return { query: '{ __typename }' };
    default:
      return { path: '/' };
  }
}
