import type { EquivalenceMessage } from '../../../contracts/equivalence.ts';
import type { ErrorKind } from '../../../contracts/error-kinds.ts';
import type { ErrorReport } from '../../../contracts/errors.ts';
import type { AnswerOutline } from '../../../contracts/exchange.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { isPlan } from '../../../contracts/experiment/load.ts';
import { tlsRemedy } from '../../../contracts/experiment/own-tls.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import { secretsHidden } from '../../../workloads/own-service/secrets.ts';
import { workloadIn } from '../../../workloads/registry.ts';
import { describedWith } from '../../../workloads/workload.ts';
import { serverIdentity } from '../../platform/tls/identity.ts';
import { requestSetupOf } from '../assignments.ts';
import type { Asker } from '../equivalence/asker.ts';
import { calledText, ownServiceCalledText } from './called.ts';
import { lookAt } from './look.ts';
import { type AddressFinding, refusalReport } from './refusal.ts';

/**
 * Sequence numbers of the tried requests, in order until one succeeds: a service that fails now
 * and then is not refused for one failure. No load reaches these numbers, so whatever they create or delete
 * is not used by the load.
 */
const sequences = [1_989_000_000, 1_989_000_001, 1_989_000_002];

/** Failures that say less than a probe of the address does. */
const unclear: ReadonlySet<ErrorKind> = new Set(['connect', 'tls', 'timeout', 'reset', 'protocol']);

export interface TargetCheck {
  readonly experiment: Experiment;
  readonly cell: Cell;
  /** Endpoint that the client connects to: a hop, or the service. */
  readonly address: Address;
  /** Address of a service that is not bundled, as users write it. */
  readonly place: string | null;
  readonly asker: Pick<Asker, 'ask'>;
  /** Folder of the certificates. */
  readonly home: string;
  /** Aborts the check. */
  readonly signal: AbortSignal;
  /** Targets of the run that did not answer last time, with the number of times in a row. */
  readonly silent: Map<string, number>;
  /** Gets what the answer holds, where it was judged. */
  readonly outlined?: (outline: AnswerOutline) => void;
}

export type RefusedAsk = Extract<EquivalenceMessage, { type: 'refused' }>;

/**
 * Calls every operation of a cell once before its load, to verify that its target is the expected service;
 * those of a long use case for at most 5 s.
 * @returns why it is not; null when it is, and when the check was aborted.
 */
export async function checkTrialTarget(check: TargetCheck): Promise<ErrorReport | null> {
  if (changesSomebodys(check)) return null;
  const { asker, signal, silent } = check;
  const waited = answerWaitMs(check);
  let refusal: RefusedAsk | null = null;
  for (const sequence of sequences) {
    const reply = await asker.ask(askOf(check, sequence, waited), signal);
    if (signal.aborted) return null;
    if (reply.type === 'failed') return reply.error;
    if (reply.type === 'answered') {
      silent.delete(silenceKey(check));
      if (reply.outline) check.outlined?.(reply.outline);
      return null;
    }
    refusal ??= reply;
    // Another attempt would take as long again.
    if (reply.failure.kind === 'timeout') break;
  }
  return refusal && (await refusedTrial(check, refusal, waited));
}

/** Why a trial cannot begin. @param waited time for the answer, in milliseconds. */
export async function refusedTrial(
  check: TargetCheck,
  refusal: RefusedAsk,
  waited: number,
): Promise<ErrorReport> {
  const { silent } = check;
  const key = silenceKey(check);
  const silences = silent.get(key) ?? 0;
  const wasSilent = silences > 0;
  if (refusal.failure.kind === 'timeout') silent.set(key, silences + 1);
  else silent.delete(key);
  return await report(check, refusal, { waited, wasSilent });
}

/** Whether the call would modify an own service, which only the load may do. */
function changesSomebodys({ experiment, cell }: TargetCheck): boolean {
  if (!experiment.custom) return false;
  return workloadIn(experiment).operationOf(cell.shape)?.changes ?? false;
}

/** Whether its calls are those of a use case, each with values from earlier answers. */
function isUseCase({ load, custom }: Experiment, { shape }: Cell): boolean {
  return isPlan(load) || (custom?.flows.some(({ name }) => name === shape) ?? false);
}

/** Number of trials in a row after which a target that never answered within the timeout gets a shorter one, so that the run ends; it may be back. */
const fullWaits = 2;
const shortWaitMs = 2000;

/** Timeout of an answer in milliseconds. */
export function answerWaitMs(check: TargetCheck): number {
  const { timeout } = check.experiment;
  const silences = check.silent.get(silenceKey(check)) ?? 0;
  return silences < fullWaits ? timeout : Math.min(timeout, shortWaitMs);
}

/** Identifies trials that would meet the same silent target. */
function silenceKey({ cell }: TargetCheck): string {
  const { protocol, shape, tls, network = 'none', gateway = 'off' } = cell;
  return [protocol, shape, tls, network, gateway].join(' ');
}

function askOf({ experiment, cell, address }: TargetCheck, sequence: number, timeoutMs: number) {
  const { verify } = experiment;
  return {
    ...requestSetupOf(experiment, cell),
    cell,
    address,
    timeoutMs,
    sequence,
    useCase: isUseCase(experiment, cell),
    wanted:
      verify === 'none' && !isUseCase(experiment, cell)
        ? ('success' as const)
        : ('judgement' as const),
  };
}

async function report(
  check: TargetCheck,
  { failure, operation: name, request }: RefusedAsk,
  { waited, wasSilent }: { waited: number; wasSilent: boolean },
): Promise<ErrorReport> {
  const { experiment, cell } = check;
  const { protocol, tls } = cell;
  const workload = workloadIn(experiment);
  const { fields } = requestSetupOf(experiment, cell);
  const description = describedWith(workload, fields);
  const operation = Object.values(description.operations).find((one) => one.name === name);
  if (!operation) throw new TypeError(`${name} is not an operation of ${description.name}`);
  // Once is enough: the first trial has the result of the probe.
  const isRepeated = wasSilent && failure.kind === 'timeout';
  const { place: remote } = check;
  const { label } = protocolFacts[protocol];
  const place = remote?.replace(/\/+$/, '') ?? ownAddress(check);
  const service = experiment.custom;
  const call = service?.requests.find((one) => one.name === name)?.calls[protocol];
  const expectation = service
    ? `a successful answer to ${name} over ${label}`
    : `the ${workload.description.name} workload over ${label}`;
  return refusalReport({
    called:
      service && call
        ? secretsHidden(service)(ownServiceCalledText(call, place))
        : calledText({ protocol, workload: description, operation, request, address: place }),
    expected: `${expectation} ${tls === 'off' ? 'without' : 'with'} TLS`,
    failure,
    timeoutMs: waited,
    wasSilent,
    found: remote === null || isRepeated ? null : await found(check, remote, failure.kind),
    addressKey: remote === null ? null : addressKey(check),
    own: service !== undefined,
    tlsRemedy: service ? tlsRemedy(failure, protocol) : null,
  });
}

/** The key of the experiment file that says where the target is. */
function addressKey({ experiment: { service }, cell: { protocol } }: TargetCheck): string {
  return service ? `service.${protocol}.address` : `target.${protocol}`;
}

function ownAddress({ cell, address: { host, port } }: TargetCheck): string {
  const { address } = protocolFacts[cell.protocol];
  if (address === 'host:port') return `${host}:${port}`;
  return `${cell.tls === 'off' ? 'http' : 'https'}://${host}:${port}`;
}

async function found(
  { experiment, cell, home, address: { tls } }: TargetCheck,
  address: string,
  kind: ErrorKind,
): Promise<AddressFinding | null> {
  if (!unclear.has(kind)) return null;
  const { ca } = await serverIdentity(home);
  const brokenOff = kind === 'reset' || kind === 'protocol';
  const place = { protocol: cell.protocol, address, tls: cell.tls !== 'off' };
  // With own certificates it must connect as the call did.
  const as = experiment.ownTls?.[cell.protocol] ? tls : null;
  return lookAt(place, { authority: ca, as, brokenOff, own: experiment.custom !== undefined });
}
