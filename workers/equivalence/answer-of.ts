import type { Ask, EquivalenceMessage } from '../../contracts/equivalence.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { isOffered, type Message } from '../../workloads/description.ts';
import { type FirstRequest, firstRequestOf } from '../../workloads/first-request.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Driver, Failure, ReplySource } from '../drivers/driver.ts';
import { requestSource } from '../request-source.ts';
import { openDriver } from '../requests-of.ts';
import { callOnce, connectOnce } from '../single-call.ts';
import { Verifier } from '../verifier.ts';

/** A call that came to nothing. */
class Refused extends WirebenchError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('TARGET_UNREACHABLE', failure.message);
    this.failure = failure;
  }
}

/** Makes a call of a cell, and decodes or judges its answer. */
export async function answerOf(ask: Ask): Promise<EquivalenceMessage> {
  const { cell, address, timeoutMs, wanted } = ask;
  const first = firstRequestOf(workloadOf(ask.workload), ask, { ...ask, ...cell });
  if (!isOffered(first.operation, cell.protocol)) {
    throw new TypeError(`${first.operation.name} is not offered over ${cell.protocol}`);
  }
  const place = { address, timeoutMs, meter: new ByteMeter(), resumption: false };
  const driver = await openDriver(ask, cell, place);
  try {
    const { size, reply } = await call(driver, first, timeoutMs);
    if (wanted === 'success') return { type: 'answered', answer: null };
    const verifier = new Verifier('all', { judge: verdictOf(ask, first), sameLength: false }, true);
    const failure = verifier.check(first.request, size, reply);
    if (failure) return { type: 'refused', failure };
    const answer = wanted === 'answer' ? verifier.firstRight?.answer : null;
    return { type: 'answered', answer };
  } catch (error) {
    if (error instanceof Refused) return { type: 'refused', failure: error.failure };
    throw error;
  } finally {
    driver.close();
  }
}

/** An answer that is only handed back is nobody's to judge. */
function verdictOf({ wanted }: Ask, first: FirstRequest) {
  return (_request: Message, answer: Message) =>
    wanted === 'judgement' ? first.judge(answer) : null;
}

async function call(
  driver: Driver,
  { operation, request, stream }: FirstRequest,
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
