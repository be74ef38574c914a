import { valueAt } from '../../../../contracts/experiment/path.ts';
import {
  customProtocols,
  serviceSchema,
  writtenCall,
} from '../../../../contracts/experiment/service.ts';
import type { Protocol } from '../../../../contracts/words.ts';

/** A request or flow of the user's own service, and over what it can be sent. */
export interface OfferedRequest {
  readonly name: string;
  readonly protocols: readonly Protocol[];
}

/** The requests of an experiment's own service; none where it has no service, or one that is not right. */
export function offeredRequests(data: unknown): OfferedRequest[] {
  const parsed = serviceSchema.safeParse(valueAt(data, ['service']));
  if (!parsed.success) return [];
  const service = parsed.data;
  const places = customProtocols.filter((protocol) => Object.hasOwn(service, protocol));
  const requests = Object.entries(service.requests).map(([name, request]) => ({
    name,
    protocols: places.filter((protocol) => writtenCall(request, protocol) !== null),
  }));
  return [
    ...requests,
    ...Object.keys(service.flows ?? {}).map((name) => ({ name, protocols: places })),
  ];
}
