import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type ServiceStartOrder, serviceStartSchema } from '../../contracts/service-messages.ts';
import { type ForeignStack, notOffered, stackFacts, usualStack } from '../../contracts/stacks.ts';
import { stackProgram, whyNotUsable } from '../stacks/stacks.ts';
import type { ServiceProcess } from './forked-service.ts';
import { inherited } from './servers/start-server.ts';
import { type OwnServerOptions, startStackService } from './service-process.ts';

/** A virtual machine on a busy core takes its time. */
const startMs = 60_000;
const graceMs = 3000;

/** The service of a cell as sentences name it, such as `grpc service` or `Go grpc service`. */
export function serviceName({ protocol, stack = usualStack }: Pick<Cell, 'protocol' | 'stack'>) {
  return stack === usualStack
    ? `${protocol} service`
    : `${stackFacts[stack].label} ${protocol} service`;
}

/** Which stacks can be used, looked up once for each: neither their sources nor toolchains change within a run. */
export class StacksOfRun {
  readonly #reasons = new Map<ForeignStack, Promise<string | null>>();

  /** Why a cell cannot be measured on this machine, as a sentence; null where it can. */
  async whySkipped(
    { workload, formats, target }: Pick<Experiment, 'workload' | 'formats' | 'target'>,
    { stack = usualStack, protocol }: Pick<Cell, 'stack' | 'protocol'>,
  ): Promise<string | null> {
    if (stack === usualStack || target !== 'bundled' || workload === 'custom') return null;
    const absent = notOffered(stack, workload, protocol);
    if (absent !== null) return absent;
    if (formats === 'negotiated') {
      return `The ${stackFacts[stack].label} services do not negotiate formats.`;
    }
    const reason = this.#reasons.get(stack) ?? whyNotUsable(stack);
    this.#reasons.set(stack, reason);
    return reason;
  }
}

/**
 * Starts a bundled service in another language.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function startStack(
  stack: ForeignStack,
  start: Omit<ServiceStartOrder, 'type'> & { readonly niceness: number },
  options: Pick<OwnServerOptions, 'cores' | 'signal'>,
): Promise<ServiceProcess> {
  const service = serviceStartSchema.parse({ type: 'start', ...start });
  const { folder, command, env: added = {} } = stackProgram(stack, service.workers);
  return startStackService(
    {
      type: 'start-stack',
      command: [...command],
      folder,
      env: { ...inherited(), ...added },
      withinMs: startMs,
      graceMs,
      niceness: start.niceness,
      service,
    },
    { name: serviceName({ protocol: service.protocol, stack }), ...options },
  );
}
