import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { serviceStartSchema } from '../../contracts/service-messages.ts';
import {
  defaultStack,
  type ForeignStack,
  notOffered,
  type Stack,
  stackFacts,
} from '../../contracts/stacks.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { inherited } from '../platform/inherited.ts';
import { stackProgram, whyNotUsable } from '../stacks/stacks.ts';
import { type ServiceObserver, type ServiceProcess, serviceStartMs } from './forked-service.ts';
import { type OwnServerOptions, startService, startStackService } from './service-process.ts';

const graceMs = 3000;

/** Name of the service of a cell in sentences, such as `grpc service` or `Go grpc service`. */
export function serviceName({ protocol, stack = defaultStack }: Pick<Cell, 'protocol' | 'stack'>) {
  return stack === defaultStack
    ? `${protocol} service`
    : `${stackFacts[stack].label} ${protocol} service`;
}

/** Requirements on a stack. */
interface Asked {
  readonly stack: Stack;
  readonly workload: WorkloadName;
  readonly protocol: Protocol;
  readonly formats: Experiment['formats'];
}

/**
 * Sentence about why a service cannot be started in a stack on this machine; null where it can.
 * @param usable returns why a stack cannot be used at all.
 */
export async function whyNotStarted(
  { stack, workload, protocol, formats }: Asked,
  usable = whyNotUsable,
): Promise<string | null> {
  if (stack === defaultStack) return null;
  const absent = notOffered(stack, workload, protocol);
  if (absent !== null) return absent;
  if (formats === 'negotiated') {
    return `The ${stackFacts[stack].label} services do not negotiate formats.`;
  }
  return usable(stack);
}

/** Usable stacks, looked up once each, since neither sources nor toolchains change during a run. */
export class StacksOfRun {
  readonly #reasons = new Map<ForeignStack, Promise<string | null>>();

  /** Sentence about why a cell cannot be measured on this machine; null where it can. */
  async whySkipped(
    experiment: Pick<Experiment, 'workload' | 'formats' | 'target' | 'serviceOn'>,
    { stack = defaultStack, protocol }: Pick<Cell, 'stack' | 'protocol'>,
  ): Promise<string | null> {
    const { workload, formats, target, serviceOn } = experiment;
    if (target !== 'bundled' || workload === 'custom') return null;
    return whyNotStarted({ stack, workload, protocol, formats }, async (wanted) => {
      // Stacks of another machine are checked there.
      if (serviceOn !== undefined) return null;
      const reason = this.#reasons.get(wanted) ?? whyNotUsable(wanted);
      this.#reasons.set(wanted, reason);
      return reason;
    });
  }
}

interface Place extends Pick<OwnServerOptions, 'cores' | 'signal'> {
  readonly observer?: ServiceObserver | null;
}

/**
 * Starts a bundled service, on Node or in another language.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export function startIn(
  stack: Stack,
  start: Parameters<typeof startService>[0],
  { observer = null, ...place }: Place,
): Promise<ServiceProcess> {
  if (stack === defaultStack) return startService(start, observer, place.cores);
  const { niceness = 0 } = start;
  const service = serviceStartSchema.parse({ type: 'start', ...start });
  const { folder, command, env: added = {} } = stackProgram(stack, service.workers);
  return startStackService(
    {
      type: 'start-stack',
      command: [...command],
      folder,
      env: { ...inherited(), ...added },
      withinMs: serviceStartMs,
      graceMs,
      niceness,
      service,
    },
    { name: serviceName({ protocol: service.protocol, stack }), ...place },
    observer,
  );
}
