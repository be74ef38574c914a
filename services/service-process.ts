import { setPriority } from 'node:os';
import { toErrorReport, WirebenchError } from '../contracts/errors.ts';
import { protocolFacts } from '../contracts/protocols.ts';
import {
  type ServiceSetup,
  type ServiceStart,
  serviceCommandSchema,
} from '../contracts/service-messages.ts';
import { workloadOf } from '../workloads/registry.ts';
import { describedWith } from '../workloads/workload.ts';
import { ServiceCluster } from './cluster.ts';
import { complaintLimit } from './complaints.ts';
import { HealthMeter } from './health.ts';
import type { OwnProcess } from './parent.ts';
import { pauseOf } from './pause.ts';
import { protocolServices } from './registry.ts';
import type { RunningService } from './service.ts';
import type { OpenedWorkload } from './workloads/handlers.ts';
import { openWorkload } from './workloads/registry.ts';

const healthPeriodMs = 1000;

/** What the process of a service does for each message of `contracts/service-messages.ts`. */
export class ServiceProcess {
  readonly #own: OwnProcess;
  readonly #startCluster: typeof ServiceCluster.start;
  readonly #meter = new HealthMeter();
  #starting = false;
  #running: Pick<RunningService, 'port' | 'stop'> | undefined;
  #processes: ServiceCluster | undefined;
  #opened: OpenedWorkload | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(own: OwnProcess, startCluster = ServiceCluster.start) {
    this.#own = own;
    this.#startCluster = startCluster;
  }

  async obey(message: unknown): Promise<void> {
    const command = serviceCommandSchema.parse(message);
    if (command.type === 'start') await this.#start(command);
    else if (command.type === 'measure') await this.#reportHealth(command.id);
    else await this.#stop();
  }

  async fail(error: unknown): Promise<void> {
    clearInterval(this.#timer);
    await this.#opened?.stop().catch(() => undefined);
    await this.#own.report({
      type: 'failed',
      error: toErrorReport(error, 'SERVICE_START_FAILED'),
    });
    this.#own.exit(1);
  }

  async #start(command: ServiceStart): Promise<void> {
    if (this.#starting) {
      throw new WirebenchError('SERVICE_START_FAILED', 'The service was started already');
    }
    this.#starting = true;
    const { niceness, workers, host } = command;
    if (niceness !== undefined && process.platform === 'linux') setPriority(niceness);
    this.#running = await (workers > 1 ? this.#startProcesses(command) : this.#startHere(command));
    this.#meter.begin();
    await this.#own.report({ type: 'started', host, port: this.#running.port });
    this.#timer = setInterval(() => this.#reportHealth(null), healthPeriodMs);
  }

  async #startProcesses(command: ServiceStart): Promise<ServiceCluster> {
    this.#processes = await this.#startCluster(command, (reason) => {
      console.error(`One of the service’s processes was ended by ${reason}.`);
      this.#own.exit(1);
    });
    return this.#processes;
  }

  async #startHere(command: ServiceStart): Promise<RunningService> {
    const services = protocolServices[command.protocol];
    const startService = await (command.null ? services.null : services.service)();
    const setup = setupOf(command);
    // A null service has no workload.
    if (!command.null) this.#opened = await openWorkload(command.workload, setup);
    const reportClientError = (message: string) =>
      void this.#own.report({ type: 'client-error', message });
    return startService({
      host: command.host,
      port: command.port,
      tls: command.tls,
      workload: describedWith(workloadOf(command.workload), setup.fields),
      handlers: this.#opened?.handlers ?? {},
      formats: command.formats,
      knowsHeads: command.knowsHeads,
      countAnswer: this.#meter.countAnswer,
      pause: pauseOf(command.delayMs),
      onClientError: command.log ? complaintLimit(reportClientError) : () => undefined,
    });
  }

  async #reportHealth(id: number | null): Promise<void> {
    const own = this.#meter.measure();
    const health = this.#processes ? await this.#processes.measure(own) : own;
    await this.#own.report({ type: 'health', id, health });
  }

  async #stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running?.stop();
    await this.#opened?.stop();
    this.#own.exit(0);
  }
}

/** In a query the client selects fields among all. */
function setupOf({ protocol, setup }: ServiceStart): ServiceSetup {
  return protocolFacts[protocol].style === 'queries' ? { ...setup, fields: 'full' } : setup;
}
