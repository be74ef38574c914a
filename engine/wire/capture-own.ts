import { WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { WireCapture } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { remoteAddress } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { recordShapes, stoppable } from './capture.ts';

/** What of a user's own service is recorded: by itself the first request, in every protocol of the experiment that has it. */
export interface OwnSubject {
  readonly request?: string | undefined;
  readonly protocols?: readonly Protocol[] | undefined;
  /** Where the service is for calls of a protocol. */
  readonly targetOf: (protocol: Protocol) => Promise<Experiment['target']>;
}

/**
 * Records two calls of a request to a user's own service in each protocol, through a recorder on this
 * machine. Secrets are hidden in what comes back.
 * @param experiment whose service has been read.
 * @throws WirebenchError ARGUMENT_INVALID, WIRE_CAPTURE_FAILED
 */
export async function captureOwn(
  experiment: Experiment,
  subject: OwnSubject,
  home: string,
  signal: AbortSignal,
): Promise<WireCapture[]> {
  const { request = experiment.factors.shape[0] ?? '', protocols } = subject;
  const wanted = protocols ?? experiment.factors.protocol;
  const offering = protocolsOf(experiment, request).filter((one) => wanted.includes(one));
  if (offering.length === 0) {
    const message = `${request} cannot be sent over ${wanted.join(' or ')}`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  const captures: WireCapture[] = [];
  for (const protocol of offering) {
    const placed = { ...experiment, target: await subject.targetOf(protocol) };
    captures.push(...(await captureOne(placed, { request, protocol }, home, signal)));
  }
  return captures;
}

/** @throws WirebenchError ARGUMENT_INVALID when there is no such request. */
function protocolsOf({ custom }: Experiment, name: string): Protocol[] {
  if (!custom) {
    throw new WirebenchError('ARGUMENT_INVALID', 'the experiment has no service of your own');
  }
  const request = custom.requests.find((one) => one.name === name);
  if (request) return Object.keys(request.calls) as Protocol[];
  const known = custom.requests.map((one) => one.name).join(', ');
  const message = `there is no request ${name}: expected one of ${known}`;
  throw new WirebenchError('ARGUMENT_INVALID', message);
}

async function captureOne(
  experiment: Experiment,
  { request, protocol }: { readonly request: string; readonly protocol: Protocol },
  home: string,
  signal: AbortSignal,
): Promise<WireCapture[]> {
  const tls = experiment.factors.tls[0] ?? 'off';
  const cell: Cell = { protocol, shape: request, users: 1, tls, client: 'raw' };
  const address = await remoteAddress(experiment, cell, home);
  const { host, port } = address;
  const setup = requestSetupOf(experiment, cell);
  const target = {
    place: { host, port },
    order: async (_shape: string, relay: { readonly host: string; readonly port: number }) => ({
      cell,
      ...setup,
      // What the service hears is what it hears in a run.
      address: { ...address, host: relay.host, port: relay.port, authority: authorityOf(address) },
    }),
  };
  const subject = { shapes: [request], contents: false };
  const recorded = await stoppable(signal, (ended) => recordShapes(subject, target, tls, ended));
  return recorded.map(({ capture }) => capture);
}
