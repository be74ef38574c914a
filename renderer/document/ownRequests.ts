import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import { valueAt } from '../../contracts/experiment/path.ts';
import { serviceSchema, writtenCall } from '../../contracts/experiment/service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { takenNames, takenOf } from '../../workloads/own-service/flow-values.ts';

/** A request to the user's own service that can be sent on its own. */
export interface LoneRequest {
  readonly name: string;
  /** Protocols it can be sent over. */
  readonly protocols: readonly Protocol[];
  /** Whether it changes the service's data. */
  readonly changes: boolean;
}

/** Those of an experiment, measured ones first; none if it has no valid service. */
export function requestsAlone(data: unknown): LoneRequest[] {
  const parsed = serviceSchema.safeParse(valueAt(data, ['service']));
  if (!parsed.success) return [];
  const service = parsed.data;
  const taken = takenNames(service.flows);
  const places = ownServiceProtocols.filter((protocol) => Object.hasOwn(service, protocol));
  const single = Object.entries(service.requests)
    .filter(([, request]) => takenOf(request, taken).length === 0)
    .map(([name, request]) => ({
      name,
      protocols: places.filter((protocol) => writtenCall(request, protocol) !== null),
      changes: request.changes ?? false,
    }));
  const shapes = [valueAt(data, ['factors', 'shape']) ?? []].flat();
  const isMeasured = ({ name }: LoneRequest) => shapes.includes(name);
  return [...single.filter(isMeasured), ...single.filter((one) => !isMeasured(one))];
}
