import type { Ask, EquivalenceMessage } from '../../contracts/equivalence.ts';
import { isOffered, type Message } from '../../workloads/description.ts';
import type { OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { type SingleRequest, singleRequests } from '../../workloads/single-requests.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Driver, Failure } from '../drivers/driver.ts';
import { sendableAnswer } from '../drivers/own-service/answer.ts';
import { openDriver } from '../requests-of.ts';
import { Verifier } from '../verifier.ts';
import { outlineOfAnswer, outlineOfMessage } from './answer-outline.ts';
import { callAlone, FailedCall, type Took } from './call-alone.ts';

/** After this much time no further call of a long use case starts. */
const longestMs = 5000;

const asItIs = (message: string) => message;

/** Makes the calls of a cell sequentially, and decodes or judges their answers; stops at the first failure. */
export async function answerOf(ask: Ask): Promise<EquivalenceMessage> {
  const { cell, address, timeoutMs, wanted } = ask;
  const meter = new ByteMeter();
  const place = { address, timeoutMs, meter, resumption: false };
  const driver = await openDriver(ask, cell, place);
  const endMs = performance.now() + longestMs;
  try {
    const calls = singleRequests(workloadIn(ask), ask, { ...ask, ...cell });
    let answer: Message = {};
    let took: Took = { connectMs: 0, answerMs: 0 };
    for (let step = calls.next(); !step.done; step = calls.next(answer)) {
      const made = await make(driver, ask, step.value);
      if ('failure' in made) {
        const { operation, request, hidden = asItIs } = step.value;
        const failure = { ...made.failure, message: hidden(made.failure.message) };
        return { type: 'refused', failure, operation: operation.name, request };
      }
      ({ answer, took } = made);
      if (performance.now() > endMs) break;
    }
    const isWanted = wanted === 'answer' || wanted === 'exchange';
    return {
      type: 'answered',
      answer: isWanted ? sendableAnswer(answer) : null,
      ...(wanted === 'exchange' ? { taken: { ...took, bytes: meter.take() } } : {}),
      ...(wanted === 'judgement' ? outlined(ask, answer) : {}),
    };
  } finally {
    driver.close();
  }
}

function outlined({ custom }: Ask, answer: Message) {
  const outline = custom
    ? outlineOfAnswer(answer as unknown as OwnServiceAnswer)
    : outlineOfMessage(answer);
  return outline ? { outline } : {};
}

/** @returns the answer, empty if not requested, or why it is missing or wrong. */
async function make(
  driver: Driver,
  { cell, timeoutMs, wanted }: Ask,
  single: SingleRequest,
): Promise<{ answer: Message; took: Took } | { failure: Failure }> {
  if (!isOffered(single.operation, cell.protocol)) {
    throw new TypeError(`${single.operation.name} is not offered over ${cell.protocol}`);
  }
  try {
    const { size, reply, took } = await callAlone(driver, single, timeoutMs);
    if (wanted === 'success') return { answer: {}, took };
    // An answer that is only returned is not judged.
    const judge = (_request: Message, answer: Message) =>
      wanted === 'judgement' ? single.judge(answer) : null;
    const verifier = new Verifier('all', { judge, sameLength: false }, true);
    const failure = verifier.check(single.request, size, reply);
    return failure ? { failure } : { answer: verifier.firstRight?.answer ?? {}, took };
  } catch (error) {
    if (error instanceof FailedCall) return { failure: error.failure };
    throw error;
  }
}
