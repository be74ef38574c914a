import type { ConformFinding, ConformOrder, ConformWorkload } from '../../contracts/conform.ts';
import { messageOf } from '../../contracts/errors.ts';
import type { Protocol } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { ByteMeter } from '../byte-meter.ts';
import { FailedCall } from '../equivalence/call-alone.ts';
import { openDriver } from '../requests-of.ts';
import { connectOnce } from '../single-call.ts';
import { answerCases } from './answers/answers.ts';
import { answerCheck, isSayable } from './answers/check.ts';
import type { CheckedService, ConformCheck } from './check.ts';
import { conformity } from './registry.ts';
import { cutText } from './words.ts';

/** Precondition of all other checks. */
const connects: ConformCheck = {
  name: 'connects',
  holds: 'accepts connections; over TLS with a certificate that is trusted',
  sent: 'nothing',
  expected: 'a connection',
  find: async (service) => {
    const { protocol, address, timeoutMs } = service;
    const place = { address, timeoutMs, meter: new ByteMeter(), resumption: false };
    const driver = await openDriver(service, { client: 'raw', protocol }, place);
    const connection = driver.open();
    try {
      await connectOnce(connection, timeoutMs, (_what, failure) => new FailedCall(failure));
      return null;
    } finally {
      connection.close();
      driver.close();
    }
  },
};

/** All requirements for a workload's services in a protocol, in the order of checking. */
export function conformChecks(workload: ConformWorkload, protocol: Protocol): ConformCheck[] {
  const { invalid, checks } = conformity[protocol];
  const cases = answerCases[workload].filter((one) => isSayable(one, protocol));
  return [
    connects,
    ...cases.map((one) => answerCheck(one, invalid)),
    ...(checks?.(workload) ?? []),
  ];
}

/** Runs all checks of a service sequentially; skips the others if it is unreachable. */
export async function* findings(order: ConformOrder): AsyncGenerator<ConformFinding> {
  const { description } = workloadOf(order.workload);
  const service = { ...order, description };
  let unreached = false;
  const { workload, protocol, only } = order;
  for (const check of conformChecks(workload, protocol)) {
    if (only.length > 0 && !only.includes(check.name)) continue;
    const finding: ConformFinding = unreached
      ? findingOf(check, 'skipped', 'the service could not be reached')
      : await made(check, service);
    unreached ||= check === connects && finding.outcome === 'failed';
    yield finding;
  }
}

async function made(check: ConformCheck, service: CheckedService): Promise<ConformFinding> {
  const reason = check.skip?.(service) ?? null;
  if (reason !== null) return findingOf(check, 'skipped', reason);
  const came = await within(service.timeoutMs + service.idleMs, () => check.find(service));
  return findingOf(check, came === null ? 'passed' : 'failed', came);
}

/** @returns the observed behaviour, including a failure or a timeout. */
async function within(ms: number, find: () => Promise<string | null>): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no answer within ${ms / 1000} s`), ms);
  try {
    return await Promise.race([find(), late]);
  } catch (error) {
    return `it failed: ${cutText(failureText(error))}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Failed attempts at several addresses have a code, but no message. */
function failureText(error: unknown): string {
  return messageOf(error) || String(Object(error).code ?? error);
}

function findingOf(
  { name, holds, sent, expected }: ConformCheck,
  outcome: ConformFinding['outcome'],
  came: string | null,
): ConformFinding {
  return { name, holds, sent, expected, came, outcome };
}
