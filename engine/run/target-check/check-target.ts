import type { ReportedFailure } from '../../../contracts/equivalence.ts';
import type { ErrorReport } from '../../../contracts/errors.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { isPlan } from '../../../contracts/experiment/load.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { ErrorKind } from '../../../contracts/words.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import { firstRequestOf } from '../../../workloads/first-request.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { serverIdentity } from '../../platform/tls/identity.ts';
import { requestSetupOf } from '../assignments.ts';
import type { Asker } from '../equivalence/asker.ts';
import { calledText } from './called.ts';
import { lookAt } from './look.ts';
import { type AddressFinding, refusalReport } from './refusal.ts';

/**
 * Numbers of the requests that are tried, one after the other until one succeeds: a service that fails now
 * and then is not refused for one failure. No load comes so far, so that what they create or delete is
 * nobody else's.
 */
const sequences = [1_989_000_000, 1_989_000_001, 1_989_000_002];

/** Failures that say less than a look at the address does. */
const unclear: ReadonlySet<ErrorKind> = new Set(['connect', 'tls', 'timeout', 'reset', 'protocol']);

export interface TargetCheck {
  readonly experiment: Experiment;
  readonly cell: Cell;
  /** Of what the client connects to: a hop, or the service. */
  readonly address: Address;
  readonly asker: Asker;
  /** Holds the certificates. */
  readonly home: string;
  /** Gives the check up. */
  readonly signal: AbortSignal;
}

/**
 * Makes one call of a cell before its load, to see that its target is the service that is expected.
 * @returns why it is not; null when it is, and when the check was given up.
 */
export async function checkTrialTarget(check: TargetCheck): Promise<ErrorReport | null> {
  let failure: ReportedFailure | null = null;
  for (const sequence of sequences) {
    const told = await check.asker.ask(askOf(check, sequence), check.signal);
    if (told.type === 'answered' || check.signal.aborted) return null;
    if (told.type === 'failed') return told.error;
    failure ??= told.failure;
    // Another try would take as long again.
    if (told.failure.kind === 'timeout') break;
  }
  return failure && (await report(check, failure));
}

function askOf({ experiment, cell, address }: TargetCheck, sequence: number) {
  const { load, timeout, verify } = experiment;
  return {
    ...requestSetupOf(experiment, cell),
    cell,
    address,
    timeoutMs: timeout,
    sequence,
    plan: isPlan(load) ? load.form : null,
    wanted: verify === 'none' && !isPlan(load) ? ('success' as const) : ('judgement' as const),
  };
}

async function report(check: TargetCheck, failure: ReportedFailure): Promise<ErrorReport> {
  const { experiment, cell } = check;
  const { protocol, tls } = cell;
  const workload = workloadOf(experiment.workload);
  const ask = askOf(check, sequences[0] ?? 0);
  const first = firstRequestOf(workload, ask, { ...ask, ...cell });
  const remote = experiment.target === 'bundled' ? undefined : experiment.target[protocol];
  const { label } = protocolFacts[protocol];
  return refusalReport({
    called: calledText({
      protocol,
      workload: workload.description,
      operation: first.operation,
      request: first.request,
      address: remote?.replace(/\/+$/, '') ?? ownAddress(check),
    }),
    expected: `the ${workload.description.name} workload over ${label} ${tls === 'off' ? 'without' : 'with'} TLS`,
    failure,
    timeoutMs: experiment.timeout,
    found: remote === undefined ? null : await found(check, remote, failure),
    addressKey: remote === undefined ? null : `target.${protocol}`,
  });
}

function ownAddress({ cell, address: { host, port } }: TargetCheck): string {
  const { address } = protocolFacts[cell.protocol];
  if (address === 'host:port') return `${host}:${port}`;
  return `${cell.tls === 'off' ? 'http' : 'https'}://${host}:${port}`;
}

async function found(
  { cell, home }: TargetCheck,
  address: string,
  failure: ReportedFailure,
): Promise<AddressFinding | null> {
  if (!unclear.has(failure.kind)) return null;
  const { ca } = await serverIdentity(home);
  const brokenOff = failure.kind === 'reset' || failure.kind === 'protocol';
  const place = { protocol: cell.protocol, address, tls: cell.tls !== 'off' };
  return lookAt(place, { authority: ca, brokenOff });
}
