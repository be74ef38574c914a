import { WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { OwnServiceRequest } from '../../contracts/own-service.ts';
import type { WireCapture } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { takenOf } from '../../workloads/own-service/flow-values.ts';
import { remoteAddress } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { type Recorded, recordShapes, stoppable } from './capture.ts';

/** Address of the service for calls of a protocol. */
export type TargetOf = (protocol: Protocol) => Promise<Experiment['target']>;

/** Recorded request of an own service: by default the first one, in every protocol of the experiment that has it. */
export interface OwnSubject {
  readonly request?: string | undefined;
  readonly protocols?: readonly Protocol[] | undefined;
  readonly targetOf: TargetOf;
}

/**
 * Records two calls of a request to an own service in each protocol, through a recorder on this
 * machine. Secrets are hidden in the result.
 * @param experiment whose service has been read.
 * @throws WirebenchError ARGUMENT_INVALID, WIRE_CAPTURE_FAILED
 */
export async function captureOwn(
  experiment: Experiment,
  { request: name, protocols: wanted = experiment.factors.protocol, targetOf }: OwnSubject,
  home: string,
  signal: AbortSignal,
): Promise<WireCapture[]> {
  const request = ownRequest(experiment, name);
  const offering = (Object.keys(request.calls) as Protocol[]).filter((one) => wanted.includes(one));
  if (offering.length === 0) {
    const message = `${request.name} cannot be sent over ${wanted.join(' or ')}`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  const captures: WireCapture[] = [];
  for (const protocol of offering) {
    const placed = { ...experiment, target: await targetOf(protocol) };
    const what = { request: request.name, protocol, contents: false };
    captures.push((await recordOwn(placed, what, home, signal)).capture);
  }
  return captures;
}

interface OfService {
  readonly custom?: Experiment['custom'] | undefined;
}

/** Requests of the own service that can be sent separately. @throws WirebenchError ARGUMENT_INVALID without an own service. */
export function loneRequests({ custom }: OfService): OwnServiceRequest[] {
  if (!custom) {
    throw new WirebenchError('ARGUMENT_INVALID', 'the experiment has no service of your own');
  }
  return custom.requests.filter(({ calls }) => takenOf(calls, custom.taken).length === 0);
}

/**
 * A request by its name; without one the first that the experiment measures.
 * @throws WirebenchError ARGUMENT_INVALID when there is no such request, or it needs values from a flow.
 */
export function ownRequest(
  { custom, factors }: Pick<Experiment, 'custom' | 'factors'>,
  name: string | undefined,
): OwnServiceRequest {
  const alone = loneRequests({ custom });
  const wanted = (shapes: readonly string[]) =>
    shapes.flatMap((shape) => alone.filter((one) => one.name === shape)).at(0);
  const request = name === undefined ? (wanted(factors.shape) ?? alone[0]) : wanted([name]);
  if (request) return request;
  const isStep = custom?.requests.some((one) => one.name === name) ?? false;
  const known = alone.map((one) => one.name).join(', ');
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    name === undefined
      ? 'no request can be sent by itself: all need values from a flow'
      : isStep
        ? `${name} needs values from a flow, and cannot be recorded by itself`
        : `there is no request ${name}: expected one of ${known}`,
  );
}

interface OwnCalls {
  readonly request: string;
  readonly protocol: Protocol;
  /** Whether to return the driver's message bytes too. */
  readonly contents: boolean;
}

/**
 * Records two calls of a request in a protocol.
 * @throws WirebenchError WIRE_CAPTURE_FAILED
 */
export async function recordOwn(
  experiment: Experiment,
  { request, protocol, contents }: OwnCalls,
  home: string,
  signal: AbortSignal,
): Promise<Recorded> {
  const tls = experiment.factors.tls[0] ?? 'off';
  const client = experiment.factors.client[0] ?? 'raw';
  const cell: Cell = { protocol, shape: request, users: 1, tls, client };
  const address = await remoteAddress(experiment, cell, home);
  const { host, port } = address;
  const setup = requestSetupOf(experiment, cell);
  const target = {
    place: { host, port },
    order: async (_shape: string, relay: { readonly host: string; readonly port: number }) => ({
      cell,
      ...setup,
      // The service receives the same requests as in a run.
      address: { ...address, host: relay.host, port: relay.port, authority: authorityOf(address) },
    }),
  };
  const subject = { shapes: [request], contents };
  const [recorded] = await stoppable(signal, (ended) => recordShapes(subject, target, tls, ended));
  if (recorded) return recorded;
  throw new WirebenchError('WIRE_CAPTURE_FAILED', `The calls of ${request} yielded no data`);
}
