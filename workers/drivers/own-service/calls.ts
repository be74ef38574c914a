import type { OwnService, OwnServiceCall } from '../../../contracts/own-service.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import type { RequestNumber } from '../../../workloads/own-service/rows.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import type { PreparedRequest } from '../driver.ts';

/** Address of an own service, and its requests. */
export interface OwnServiceDriverOptions {
  readonly service: OwnService;
  readonly protocol: Protocol;
  readonly address: Address;
  /** Counts the bytes of every socket of the driver. */
  readonly meter: ByteMeter;
  /** Whether a TLS connection may resume an earlier session. */
  readonly resumption: boolean;
}

/** A request's call, and the status required by its checks; null if any successful one will do. */
export interface KnownCall<Call extends OwnServiceCall> {
  readonly call: Call;
  readonly status: number | null;
}

/** The calls of a protocol by the name of their request. */
export type CallsByOperation<Call extends OwnServiceCall> = ReadonlyMap<string, KnownCall<Call>>;

/** The calls of one kind. */
export function callsOf<Kind extends OwnServiceCall['kind']>(
  { service, protocol }: Pick<OwnServiceDriverOptions, 'service' | 'protocol'>,
  kind: Kind,
): CallsByOperation<Extract<OwnServiceCall, { kind: Kind }>> {
  const found = service.requests.flatMap(({ name, calls, checks }) => {
    const call = calls[protocol];
    if (call?.kind !== kind) return [];
    const asked = checks[protocol]?.find((check) => check.status !== undefined);
    const status = asked?.status ?? null;
    return [[name, { call: call as Extract<OwnServiceCall, { kind: Kind }>, status }] as const];
  });
  return new Map(found);
}

/**
 * Prepares requests with their calls' writers, each created once; a request's message is its number.
 * @param make compiles a call into a function that renders it for a request.
 */
export function writersOf<Call extends OwnServiceCall, Prepared extends PreparedRequest>(
  calls: CallsByOperation<Call>,
  make: (
    known: KnownCall<Call>,
  ) => (operation: OperationDescription, of: RequestNumber) => Prepared,
): (operation: OperationDescription, message: Message) => Prepared {
  const writers = new Map<string, ReturnType<typeof make>>();
  return (operation, message) => {
    const { name } = operation;
    let writer = writers.get(name);
    if (!writer) {
      const known = calls.get(name);
      if (!known) throw new TypeError(`${name} has no form in this protocol`);
      writer = make(known);
      writers.set(name, writer);
    }
    return writer(operation, message as unknown as RequestNumber);
  };
}
