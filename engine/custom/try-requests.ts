import type { Attempt, ShownRequest } from '../../contracts/attempt.ts';
import type { CustomRequest, CustomService } from '../../contracts/custom.ts';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { describeCheck } from '../../contracts/experiment/checks.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { customProtocols } from '../../contracts/experiment/service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { type CustomAnswer, judgeAnswers } from '../../workloads/custom/judge.ts';
import { DataTables } from '../../workloads/custom/rows.ts';
import { parseTarget, remoteAddress } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { Asker } from '../run/equivalence/asker.ts';
import { Masking, shownRequest } from './shown.ts';

/** Which requests are tried; all of the experiment's where nothing is said. */
export interface Wanted {
  readonly request?: string | undefined;
  readonly protocol?: Protocol | undefined;
}

/** Requests that are tried have numbers that no load of the same experiment begins with. */
const sequence = 1_990_000_000;

interface Tried {
  readonly request: CustomRequest;
  readonly protocol: Protocol;
}

/** @throws WirebenchError ARGUMENT_INVALID when there is no such request. */
function triedOf({ factors }: Experiment, service: CustomService, wanted: Wanted): Tried[] {
  const known = service.requests.map(({ name }) => name);
  if (wanted.request !== undefined && !known.includes(wanted.request)) {
    const message = `there is no request ${wanted.request}: expected one of ${known.join(', ')}`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  const protocols = wanted.protocol ? [wanted.protocol] : customProtocols;
  const found = service.requests
    .filter(({ name }) => wanted.request === undefined || name === wanted.request)
    .flatMap((request) =>
      protocols
        .filter((protocol) => request.calls[protocol] !== undefined)
        .filter((protocol) => wanted.protocol || factors.protocol.includes(protocol))
        .map((protocol) => ({ request, protocol })),
    );
  if (found.length > 0) return found;
  const where = wanted.protocol ?? factors.protocol.join(' and ');
  throw new WirebenchError('ARGUMENT_INVALID', `no request can be sent over ${where}`);
}

/** An experiment with a service of its own. @throws WirebenchError ARGUMENT_INVALID */
function withTried(experiment: Experiment, wanted: Wanted) {
  const { custom } = experiment;
  if (!custom) {
    const message = 'only requests of your own service can be tried: the file has no service';
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  return { custom, tried: triedOf(experiment, custom, wanted) };
}

/** A request as it is sent for people to read, with values as the first try has them. @throws TypeError */
function shown(
  { target, seed }: Experiment,
  service: CustomService,
  { request, protocol }: Tried,
  masking = new Masking(service),
): ShownRequest {
  const call = request.calls[protocol];
  const address = target === 'bundled' ? undefined : target[protocol];
  if (!call || address === undefined) throw new TypeError(`${request.name} cannot be sent`);
  const tables = new DataTables(service.data);
  const place = baseOf(address);
  const sent = shownRequest(call, place, { seed, sequence }, { masking, tables });
  return { request: request.name, protocol, sent };
}

/**
 * Each request as it would be sent; nothing is.
 * @param experiment whose own service has been read.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function showRequests(experiment: Experiment, wanted: Wanted): ShownRequest[] {
  const { custom, tried } = withTried(experiment, wanted);
  return tried.map((one) => shown(experiment, custom, one));
}

/**
 * Sends each request once, one after the other, and looks at what comes back. Nothing is measured or stored.
 * @param experiment whose own service has been read.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export async function* tryRequests(
  experiment: Experiment,
  wanted: Wanted,
  home: string,
  signal?: AbortSignal,
): AsyncGenerator<Attempt> {
  const { custom, tried } = withTried(experiment, wanted);
  const asker = new Asker();
  try {
    for (const one of tried) {
      if (signal?.aborted) return;
      yield await attempt(experiment, custom, one, { home, asker, signal });
    }
  } finally {
    await asker.close();
  }
}

interface Means {
  readonly home: string;
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/** An address without its last slashes and its query, which stand in each request. */
function baseOf(address: string): string {
  return URL.canParse(address) && /^https?:/.test(address)
    ? new URL(address).origin + parseTarget(address).basePath
    : address;
}

async function attempt(
  experiment: Experiment,
  service: CustomService,
  one: Tried,
  { home, asker, signal }: Means,
): Promise<Attempt> {
  const { request, protocol } = one;
  const { factors, timeout } = experiment;
  const masking = new Masking(service);
  const nothing = {
    ...shown(experiment, service, one, masking),
    answer: null,
    failure: null,
    checks: [],
  };
  const tls = factors.tls[0] ?? 'off';
  const cell: Cell = { protocol, shape: request.name, users: 1, tls, client: 'raw' };
  try {
    const told = await asker.ask(
      {
        ...requestSetupOf(experiment, cell),
        cell,
        address: await remoteAddress(experiment, cell, home),
        timeoutMs: timeout,
        sequence,
        useCase: false,
        wanted: 'exchange',
      },
      signal,
    );
    if (told.type === 'failed') return { ...nothing, error: told.error };
    if (told.type === 'refused') {
      const { kind, code, message } = told.failure;
      return { ...nothing, failure: { kind, code, message }, error: null };
    }
    const answer = told.answer as CustomAnswer;
    const { connectMs = 0, answerMs = 0, bytes = { sent: 0, received: 0 } } = told.taken ?? {};
    return {
      ...nothing,
      error: null,
      answer: {
        status: answer.status,
        headers: masking.fields(Object.entries(answer.headers)),
        body: masking.text(answer.body),
        connectMs,
        answerMs,
        bytes,
      },
      checks: request.checks.map((check) => {
        const wrong = judgeAnswers([check], masking.text)(answer);
        return { check: describeCheck(check), wrong: wrong && masking.text(wrong) };
      }),
    };
  } catch (error) {
    return { ...nothing, error: toErrorReport(error) };
  }
}
