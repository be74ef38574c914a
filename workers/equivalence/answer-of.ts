import type { Ask, EquivalenceMessage } from '../../contracts/equivalence.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { isOffered, type Message } from '../../workloads/description.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { type SingleRequest, singleRequests } from '../../workloads/single-requests.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Driver, Failure, ReplySource } from '../drivers/driver.ts';
import { requestSource } from '../request-source.ts';
import { openDriver } from '../requests-of.ts';
import { callOnce, connectOnce } from '../single-call.ts';
import { Verifier } from '../verifier.ts';

/** Of a long use case no further call begins after so much time. */
const longestMs = 5000;

/** A call that came to nothing. */
class Refused extends WirebenchError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('TARGET_UNREACHABLE', failure.message);
    this.failure = failure;
  }
}

/** Makes the calls of a cell one after the other, and decodes or judges their answers; the first that fails ends them. */
export async function answerOf(ask: Ask): Promise<EquivalenceMessage> {
  const { cell, address, timeoutMs, wanted } = ask;
  const place = { address, timeoutMs, meter: new ByteMeter(), resumption: false };
  const driver = await openDriver(ask, cell, place);
  const endMs = performance.now() + longestMs;
  try {
    const calls = singleRequests(workloadIn(ask), ask, { ...ask, ...cell });
    let answer: Message = {};
    for (let step = calls.next(); !step.done; step = calls.next(answer)) {
      const made = await make(driver, ask, step.value);
      if ('failure' in made) {
        const { operation, request } = step.value;
        return { type: 'refused', failure: made.failure, operation: operation.name, request };
      }
      answer = made.answer;
      if (performance.now() > endMs) break;
    }
    return { type: 'answered', answer: wanted === 'answer' ? answer : null };
  } finally {
    driver.close();
  }
}

/** @returns the answer, empty where nobody wants it, or why there is none or it is wrong. */
async function make(
  driver: Driver,
  { cell, timeoutMs, wanted }: Ask,
  single: SingleRequest,
): Promise<{ answer: Message } | { failure: Failure }> {
  if (!isOffered(single.operation, cell.protocol)) {
    throw new TypeError(`${single.operation.name} is not offered over ${cell.protocol}`);
  }
  try {
    const { size, reply } = await call(driver, single, timeoutMs);
    if (wanted === 'success') return { answer: {} };
    // An answer that is only handed back is nobody's to judge.
    const judge = (_request: Message, answer: Message) =>
      wanted === 'judgement' ? single.judge(answer) : null;
    const verifier = new Verifier('all', { judge, sameLength: false }, true);
    const failure = verifier.check(single.request, size, reply);
    return failure ? { failure } : { answer: verifier.firstRight?.answer ?? {} };
  } catch (error) {
    if (error instanceof Refused) return { failure: error.failure };
    throw error;
  }
}

async function call(
  driver: Driver,
  { operation, request, stream }: SingleRequest,
  timeoutMs: number,
): Promise<{ size: number; reply: ReplySource | null }> {
  const only = {
    operation,
    varies: false,
    request: () => request,
    ...(stream ? { stream: () => stream } : {}),
  };
  const refuse = (_what: string, failure: Failure) => new Refused(failure);
  const { prepared } = requestSource(driver, only, { first: 0, step: 1 }).next();
  const connection = driver.open();
  try {
    await connectOnce(connection, timeoutMs, refuse);
    return await callOnce(connection, prepared, timeoutMs, refuse);
  } finally {
    connection.close();
  }
}
