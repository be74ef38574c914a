import { type ErrorReport, toErrorReport } from '../../../contracts/errors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type { FlowStep, OwnService, OwnServiceFlow } from '../../../contracts/own-service.ts';
import { stepTaker } from '../../../workloads/own-service/groups.ts';
import { judgeAnswers, type OwnServiceAnswer } from '../../../workloads/own-service/judge.ts';
import { isSecretTaken, messageHidden } from '../../../workloads/own-service/secrets.ts';
import { partOfService } from '../../own-service/part-of-service.ts';
import { requestSetupOf } from '../assignments.ts';
import { answerWaitMs, type RefusedAsk, refusedTrial, type TargetCheck } from './check-target.ts';

/** Sequence number beyond those of the load and the target check. */
const sequence = 1_988_000_000;

/** The experiment as a trial measures it, or the failure. */
type Sent = { readonly experiment: Experiment } | { readonly wrong: ErrorReport };

/**
 * Sends the requests that the flows of a cell send once for all users of a trial; the workers receive the extracted values.
 * @returns the experiment with these values; unchanged when aborted.
 */
export async function sendOnce(check: TargetCheck): Promise<Sent> {
  const { custom } = check.experiment;
  if (!custom) return { experiment: check.experiment };
  let trial = check;
  for (const { name } of partOfService(custom, check.cell.shape).flows) {
    const sent = await sendFlow(trial, name);
    if ('wrong' in sent) return sent;
    trial = { ...trial, ...sent };
  }
  return { experiment: trial.experiment };
}

async function sendFlow(check: TargetCheck, name: string): Promise<Sent> {
  const { custom } = check.experiment;
  const flow = custom?.flows.find((one) => one.name === name);
  if (!custom || !flow) return { experiment: check.experiment };
  let service: OwnService = custom;
  const taken = custom.taken.map(() => '');
  for (const [step, one] of flow.once.entries()) {
    const trial = { ...check, experiment: { ...check.experiment, custom: service } };
    const wrong = await sendStep(trial, service, { ...one, step, taken }).catch(toErrorReport);
    if (check.signal.aborted) return { experiment: check.experiment };
    if (wrong) return { wrong: placed(wrong, flow, step) };
    const secret = taken.filter((value, slot) => isSecretTaken(custom.taken[slot] ?? '', value));
    service = { ...service, secrets: [...new Set([...service.secrets, ...secret])] };
  }
  const flows = service.flows.map((one) => (one === flow ? { ...one, shared: taken } : one));
  return { experiment: { ...check.experiment, custom: { ...service, flows } } };
}

const placed = (wrong: ErrorReport, { name, once }: OwnServiceFlow, step: number): ErrorReport => ({
  ...wrong,
  message: `service.flows.${name}.once[${step}] (${once[step]?.request}): ${wrong.message}`,
});

interface Step extends FlowStep {
  readonly step: number;
  /** Values so far; extracted values are added. */
  readonly taken: string[];
}

/** @returns why it failed; null when it succeeded or was aborted. */
async function sendStep(
  check: TargetCheck,
  service: OwnService,
  { request, take, step, taken }: Step,
): Promise<ErrorReport | null> {
  const { experiment, address, asker, signal } = check;
  const cell = { ...check.cell, shape: request };
  const timeoutMs = answerWaitMs(check);
  const reply = await asker.ask(
    {
      ...requestSetupOf(experiment, cell),
      cell,
      address,
      timeoutMs,
      sequence,
      by: { user: 0, iteration: 0, step, taken: [...taken] },
      useCase: false,
      wanted: 'exchange',
    },
    signal,
  );
  if (signal.aborted) return null;
  if (reply.type === 'failed') return reply.error;
  if (reply.type === 'refused') return await refusedTrial(check, reply, timeoutMs);
  const answer = reply.answer as OwnServiceAnswer;
  const { checks = {} } = service.requests.find(({ name }) => name === request) ?? {};
  const hidden = messageHidden(service);
  const wrong =
    judgeAnswers(checks[cell.protocol] ?? [], { hidden, namespaces: service.namespaces })(answer) ??
    stepTaker(take, cell.protocol, service)?.(answer, taken);
  if (wrong == null) return null;
  const message = hidden(`${wrong} (status ${answer.status})`);
  const failure = { kind: 'mismatch', code: 'CONTENT', message } as const;
  const refusal: RefusedAsk = { type: 'refused', failure, operation: request, request: {} };
  return await refusedTrial(check, refusal, timeoutMs);
}
