import { ownServiceProtocols } from '../../../../contracts/experiment/by-protocol.ts';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { type WrittenRequest, writtenCall } from '../../../../contracts/experiment/service.ts';
import { protocolFacts } from '../../../../contracts/protocols.ts';
import type { Protocol } from '../../../../contracts/words.ts';
import { isKeyed } from '../../../document/edit.ts';
import { namedIn } from '../../../document/ownShapes.ts';

/** A request or flow of the user's own service, and over what it can be sent. */
export interface OfferedRequest {
  readonly name: string;
  readonly part: 'requests' | 'flows';
  readonly protocols: readonly Protocol[];
}

/** The protocols in which the file says where the service is. */
export const placesIn = (data: unknown): Protocol[] =>
  ownServiceProtocols.filter((protocol) => valueAt(data, ['service', protocol]) !== undefined);

/** The requests and flows of an experiment's own service, right or wrong; none where it has no service. */
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

/** The key with the form of a request that is sent over a protocol: its own, or that of one made of the same. */
export function formPlace(request: unknown, protocol: Protocol): Protocol | null {
  if (!isKeyed(request)) return null;
  const call = writtenCall(request as WrittenRequest, protocol)?.call;
  if (call === undefined) return null;
  if (request[protocol] === call) return protocol;
  return ownServiceProtocols.find((other) => request[other] === call) ?? null;
}

/** What a request begins with in a protocol. */
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
