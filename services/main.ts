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
import { obeyParent, report } from './parent.ts';
import { pauseOf } from './pause.ts';
import { protocolServices } from './registry.ts';
import type { RunningService } from './service.ts';
import type { OpenedWorkload } from './workloads/handlers.ts';
import { openWorkload } from './workloads/registry.ts';

/**
 * Entry of a service's process, started by `child_process.fork` and controlled by the messages of
 * `contracts/service-messages.ts`. It ends with its parent, however that ends.
 */

const healthPeriodMs = 1000;

const meter = new HealthMeter();
let starting = false;
let running: Pick<RunningService, 'port' | 'stop'> | undefined;
let processes: ServiceCluster | undefined;
let opened: OpenedWorkload | undefined;

async function reportHealth(id: number | null): Promise<void> {
  const own = meter.measure();
  await report({ type: 'health', id, health: processes ? await processes.measure(own) : own });
}

function reportClientError(message: string): void {
  void report({ type: 'client-error', message });
}

async function fail(error: unknown): Promise<never> {
  await opened?.stop().catch(() => undefined);
  await report({ type: 'failed', error: toErrorReport(error, 'SERVICE_START_FAILED') });
  process.exit(1);
}

/** In a query the client selects fields among all. */
function setupOf({ protocol, setup }: ServiceStart): ServiceSetup {
  return protocolFacts[protocol].style === 'queries' ? { ...setup, fields: 'full' } : setup;
}

async function start(command: ServiceStart): Promise<void> {
  if (starting) throw new WirebenchError('SERVICE_START_FAILED', 'The service was started already');
  starting = true;
  if (command.niceness !== undefined && process.platform === 'linux') setPriority(command.niceness);
  running = await (command.workers > 1 ? startProcesses(command) : startHere(command));
  meter.begin();
  await report({ type: 'started', host: command.host, port: running.port });
  setInterval(() => reportHealth(null), healthPeriodMs);
}

async function startProcesses(command: ServiceStart): Promise<ServiceCluster> {
  processes = await ServiceCluster.start(command, (reason) => {
    console.error(`One of the service’s processes was ended by ${reason}.`);
    process.exit(1);
  });
  return processes;
}

async function startHere(command: ServiceStart): Promise<RunningService> {
  const services = protocolServices[command.protocol];
  const startService = await (command.null ? services.null : services.service)();
  const setup = setupOf(command);
  // A null service has no workload.
  if (!command.null) opened = await openWorkload(command.workload, setup);
  return startService({
    host: command.host,
    port: command.port,
    tls: command.tls,
    workload: describedWith(workloadOf(command.workload), setup.fields),
    handlers: opened?.handlers ?? {},
    formats: command.formats,
    knowsHeads: command.knowsHeads,
    countAnswer: meter.countAnswer,
    pause: pauseOf(command.delayMs),
    onClientError: command.log ? complaintLimit(reportClientError) : () => undefined,
  });
}

async function stop(): Promise<never> {
  await running?.stop();
  await opened?.stop();
  process.exit(0);
}

async function obey(message: unknown): Promise<void> {
  const command = serviceCommandSchema.parse(message);
  if (command.type === 'start') await start(command);
  else if (command.type === 'measure') await reportHealth(command.id);
  else await stop();
}

obeyParent({
  obey,
  fail,
  alone: 'This module is started by the Wirebench engine; see `wirebench services start`.',
});
