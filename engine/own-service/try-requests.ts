import { type Attempt, isGood, type ShownRequest } from '../../contracts/attempt.ts';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { describeCheck } from '../../contracts/experiment/checks.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { stepsOf } from '../../contracts/experiment/flows.ts';
import { tlsRemedy, unverifiedNote } from '../../contracts/experiment/own-tls.ts';
import type {
  FlowStep,
  OwnService,
  OwnServiceFlow,
  OwnServiceRequest,
} from '../../contracts/own-service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { takenOf } from '../../workloads/own-service/flow-values.ts';
import { stepTaker } from '../../workloads/own-service/groups.ts';
import { judgeAnswers, type OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import { tablesOf } from '../../workloads/own-service/rows.ts';
import { isSecretTaken } from '../../workloads/own-service/secrets.ts';
import { parseTarget, remoteAddress } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { Asker } from '../run/equivalence/asker.ts';
import { TokenKeeper } from './oauth.ts';
import { Masking, shownRequest } from './shown.ts';
import { Standby } from './standby.ts';

/** The requests to try; default all of the experiment. A flow or mix can be named as well. */
export interface Wanted {
  readonly request?: string | undefined;
  readonly protocol?: Protocol | undefined;
}

/** Tried requests have numbers outside the range of any load of the same experiment. */
const sequence = 1_990_000_000;

/** A single request, or a flow with all its steps. */
type Tried =
  | { readonly kind: 'request'; readonly request: OwnServiceRequest; readonly protocol: Protocol }
  | { readonly kind: 'flow'; readonly flow: OwnServiceFlow; readonly protocol: Protocol };

/** Names of the requests to try, and the flows. @throws WirebenchError ARGUMENT_INVALID for an unknown name. */
function named(
  service: OwnService,
  wanted: Wanted,
): { requests: string[]; flows: OwnServiceFlow[] } {
  const { requests, mixes, flows, taken } = service;
  const alone = requests
    .filter(({ calls }) => takenOf(calls, taken).length === 0)
    .map(({ name }) => name);
  const { request: name } = wanted;
  if (name === undefined) {
    const steps = new Set(membersOf(flows));
    return { requests: alone.filter((one) => !steps.has(one)), flows };
  }
  const flow = flows.find((one) => one.name === name);
  if (flow) return { requests: [], flows: [flow] };
  const mix = mixes.find((one) => one.name === name);
  if (mix) return { requests: mix.parts.map(({ request }) => request), flows: [] };
  if (alone.includes(name)) return { requests: [name], flows: [] };
  const within = flows.filter((one) => membersOf([one]).includes(name)).map((one) => one.name);
  const isStep = requests.some((one) => one.name === name);
  const message = isStep
    ? `${name} needs values from a flow: try ${within.join(' or ') || 'a flow that has it as a step'}`
    : `there is no request ${name}: expected one of ${[...alone, ...mixes.map((one) => one.name), ...flows.map((one) => one.name)].join(', ')}`;
  throw new WirebenchError('ARGUMENT_INVALID', message);
}

function membersOf(flows: readonly OwnServiceFlow[]): string[] {
  return flows.flatMap((flow) => stepsOf(flow).map(({ request }) => request));
}

/** @throws WirebenchError ARGUMENT_INVALID for an unknown request. */
function triedOf({ factors }: Experiment, service: OwnService, wanted: Wanted): Tried[] {
  const { requests, flows } = named(service, wanted);
  const protocols = (wanted.protocol ? [wanted.protocol] : ownServiceProtocols).filter(
    (protocol) => wanted.protocol || factors.protocol.includes(protocol),
  );
  const has = (name: string, protocol: Protocol) =>
    service.requests.find((one) => one.name === name)?.calls[protocol] !== undefined;
  const found = [
    ...service.requests
      .filter(({ name }) => requests.includes(name))
      .flatMap((request) =>
        protocols
          .filter((protocol) => has(request.name, protocol))
          .map((protocol): Tried => ({ kind: 'request', request, protocol })),
      ),
    ...flows.flatMap((flow) =>
      protocols
        .filter((protocol) => membersOf([flow]).every((name) => has(name, protocol)))
        .map((protocol): Tried => ({ kind: 'flow', flow, protocol })),
    ),
  ];
  if (found.length > 0) return found;
  const where = wanted.protocol ?? factors.protocol.join(' and ');
  throw new WirebenchError('ARGUMENT_INVALID', `no request can be sent over ${where}`);
}

/** An experiment with an own service, and the requests to try. @throws WirebenchError ARGUMENT_INVALID */
function withTried(experiment: Experiment, wanted: Wanted) {
  const { custom } = experiment;
  if (!custom) {
    const message = 'only requests of your own service can be tried: the file has no service';
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  return { custom, tried: triedOf(experiment, custom, wanted) };
}

/**
 * Each request as it would be sent, and each step of a flow, with the names of extracted values in their place;
 * nothing is sent.
 * @param experiment whose own service has been read.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function showRequests(experiment: Experiment, wanted: Wanted): ShownRequest[] {
  const { custom: service, tried } = withTried(experiment, wanted);
  const masking = new Masking(service);
  const taken = service.taken.map((name) => `‹${name}›`);
  const shown = (request: OwnServiceRequest, protocol: Protocol, by?: object) =>
    written({ experiment, service }, { request, protocol }, { masking, by });
  return tried.flatMap((one) => {
    if (one.kind === 'request') return [shown(one.request, one.protocol)];
    return stepsOf(one.flow).flatMap(({ request: name }, step) => {
      const request = service.requests.find((known) => known.name === name);
      return request ? [shown(request, one.protocol, { user: 0, iteration: 0, step, taken })] : [];
    });
  });
}

/**
 * Sends each request once, one after the other, and checks its response; a flow in order, as far as it
 * succeeds. Nothing is measured or stored.
 * @param experiment whose own service has been read.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export async function* tryRequests(
  experiment: Experiment,
  wanted: Wanted,
  { home, folder }: { readonly home: string; readonly folder: string },
  signal?: AbortSignal,
): AsyncGenerator<Attempt> {
  const { custom, tried } = withTried(experiment, wanted);
  const asker = new Asker();
  const standby = new Standby(experiment, { home, folder });
  const tokens = await TokenKeeper.open(custom);
  const means = { experiment, service: custom, home, standby, asker, signal };
  try {
    for (const one of tried) {
      if (signal?.aborted) return;
      if (one.kind === 'request') yield await attempt(means, one, null);
      else yield* tryFlow(means, one);
    }
  } finally {
    tokens.close();
    await asker.close();
    await standby.stop();
  }
}

interface Means {
  readonly experiment: Experiment;
  readonly service: OwnService;
  readonly home: string;
  /** Addresses of the service. */
  readonly standby: Standby;
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/** State of a flow in progress. */
interface Step {
  readonly take: FlowStep['take'];
  /** Its index, from 0, with all requests before the flow's own steps. */
  readonly step: number;
  /** Values extracted so far; each step adds its own. */
  readonly taken: string[];
  /** Those of them that may be secret. */
  readonly secrets: string[];
}

async function* tryFlow(
  means: Means,
  { flow, protocol }: Extract<Tried, { kind: 'flow' }>,
): AsyncGenerator<Attempt> {
  const { service, signal } = means;
  const steps = stepsOf(flow);
  const taken = service.taken.map(() => '');
  const secrets: string[] = [];
  for (const [step, { request: name, take }] of steps.entries()) {
    const request = service.requests.find((one) => one.name === name);
    if (!request || signal?.aborted) return;
    const made = await attempt(means, { request, protocol }, { take, step, taken, secrets });
    yield { ...made, flow: { name: flow.name, step: step + 1, of: steps.length } };
    if (!isGood(made)) return;
  }
}

/** Extracts a step's values from its response. */
function takeOut(
  answer: OwnServiceAnswer,
  { take, taken, secrets }: Step,
  service: OwnService,
  protocol: Protocol,
): { readonly untaken: string | null; readonly values: { name: string; value: string }[] } {
  const untaken = stepTaker(take, protocol, service)?.(answer, taken) ?? null;
  if (untaken !== null) return { untaken, values: [] };
  const values = Object.keys(take).map((name) => ({
    name,
    value: taken[service.taken.indexOf(name)] ?? '',
  }));
  for (const { name, value } of values) {
    if (isSecretTaken(name, value)) secrets.push(value);
  }
  return { untaken, values };
}

/** An address without trailing slashes and its query, which are part of each request. */
function baseOf(address: string): string {
  return URL.canParse(address) && /^https?:/.test(address)
    ? new URL(address).origin + parseTarget(address).basePath
    : address;
}

/** The address in the experiment, whose port may be a placeholder. */
function addressIn({ target }: Experiment, protocol: Protocol): string | undefined {
  return target === 'bundled' ? undefined : target[protocol];
}

interface Writing {
  readonly masking: Masking;
  /** The user of a flow. */
  readonly by?: object | undefined;
  /** Address to send to; default that of the experiment. */
  readonly address?: string;
}

/** A request in readable form. @throws TypeError */
function written(
  { experiment, service }: Pick<Means, 'experiment' | 'service'>,
  { request, protocol }: { readonly request: OwnServiceRequest; readonly protocol: Protocol },
  { masking, by, address = addressIn(experiment, protocol) }: Writing,
): ShownRequest {
  const { seed } = experiment;
  const call = request.calls[protocol];
  if (!call || address === undefined) throw new TypeError(`${request.name} cannot be sent`);
  const tables = tablesOf(service);
  const number = { seed, sequence, ...by };
  const sent = shownRequest(call, baseOf(address), number, { masking, tables });
  return { request: request.name, protocol, sent };
}

async function attempt(
  { experiment, service, home, standby, asker, signal }: Means,
  { request, protocol }: { readonly request: OwnServiceRequest; readonly protocol: Protocol },
  step: Step | null,
): Promise<Attempt> {
  const { factors, timeout } = experiment;
  const said = addressIn(experiment, protocol);
  if (said === undefined) throw new TypeError(`${request.name} cannot be sent`);
  const address = await standby.address(protocol, said);
  const by = step ? { user: 0, iteration: 0, step: step.step, taken: [...step.taken] } : undefined;
  const hidden = () =>
    new Masking({ ...service, secrets: [...service.secrets, ...(step ? step.secrets : [])] });
  const { ownTls = {} } = experiment;
  const tls = factors.tls[0] ?? 'off';
  const isVerified = tls === 'off' || ownTls[protocol]?.verify !== false;
  const remarks = isVerified ? [] : [unverifiedNote(protocol)];
  const nothing = {
    ...written({ experiment, service }, { request, protocol }, { masking: hidden(), by, address }),
    answer: null,
    failure: null,
    checks: [],
    ...(isVerified ? {} : { remarks }),
  };
  const client = factors.client[0] ?? 'raw';
  const cell: Cell = { protocol, shape: request.name, users: 1, tls, client };
  try {
    const outcome = await asker.ask(
      {
        ...requestSetupOf(experiment, cell),
        cell,
        address: await remoteAddress({ target: { [protocol]: address }, ownTls }, cell, home),
        timeoutMs: timeout,
        sequence,
        ...(by ? { by } : {}),
        useCase: false,
        wanted: 'exchange',
      },
      signal,
    );
    if (outcome.type === 'failed') return { ...nothing, error: outcome.error };
    if (outcome.type === 'refused') {
      const { kind, code, message } = outcome.failure;
      const remedy = tlsRemedy(outcome.failure, protocol);
      return {
        ...nothing,
        ...(remedy === null ? {} : { remarks: [...remarks, remedy] }),
        failure: { kind, code, message: hidden().text(message) },
        error: null,
      };
    }
    const answer = outcome.answer as OwnServiceAnswer;
    const took = step && takeOut(answer, step, service, protocol);
    const masking = hidden();
    const { connectMs = 0, answerMs = 0, bytes = { sent: 0, received: 0 } } = outcome.taken ?? {};
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
      checks: (request.checks[protocol] ?? []).map((check) => {
        const wrong = judgeAnswers([check], {
          hidden: masking.text,
          namespaces: service.namespaces,
        })(answer);
        return { check: describeCheck(check), wrong: wrong && masking.text(wrong) };
      }),
      ...(took && took.values.length > 0
        ? { taken: took.values.map(({ name, value }) => ({ name, value: masking.text(value) })) }
        : {}),
      ...(took && took.untaken !== null ? { untaken: masking.text(took.untaken) } : {}),
    };
  } catch (error) {
    return { ...nothing, error: toErrorReport(error) };
  }
}
