import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type ServiceCommand,
  type ServiceReport,
  type ServiceStart,
  serviceReportSchema,
} from '../../../contracts/service-messages.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { serviceEntry } from '../../platform/entries.ts';

/** A bundled service in a process of its own. */
export interface ServiceProcess {
  readonly protocol: Protocol;
  readonly port: number;
  /** Rejects with SERVICE_DIED when the process ends before `stop`; resolves after it. */
  readonly ended: Promise<void>;
  /** Has the service close its socket, and waits for its process to end. */
  stop(): Promise<void>;
}

function send(child: ChildProcess, command: ServiceCommand): void {
  // A service that is gone already is reported by its exit.
  if (child.connected) child.send(command, () => undefined);
}

/** The first report that says whether the service runs. */
function firstReport(child: ChildProcess): Promise<ServiceReport> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('its process ended while it was starting')));
    child.on('message', (message) => {
      const report = serviceReportSchema.safeParse(message);
      if (!report.success) reject(new Error('it said something that is not understood'));
      else if (report.data.type !== 'health') resolve(report.data);
    });
  });
}

function startFailure(protocol: Protocol, cause: unknown): WirebenchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WirebenchError(
    'SERVICE_START_FAILED',
    `The ${protocol} service did not start: ${reason}`,
    { cause },
  );
}

async function portOf(child: ChildProcess, start: ServiceStart): Promise<number> {
  const report = await firstReport(child).catch((cause: unknown) => {
    throw startFailure(start.protocol, cause);
  });
  if (report.type === 'started') return report.port;
  const { code, message, hint } =
    report.type === 'failed'
      ? report.error
      : { code: 'INTERNAL' as const, message: 'no start was reported', hint: undefined };
  throw new WirebenchError(code, message, hint === undefined ? {} : { hint });
}

/** @throws WirebenchError when the service does not start, such as PORT_UNAVAILABLE. */
export async function startService(start: ServiceStart): Promise<ServiceProcess> {
  const child = fork(serviceEntry(), { stdio: ['ignore', 2, 2, 'ipc'], execArgv: [] });
  const exit = once(child, 'exit');
  let stopping = false;
  send(child, start);
  const port = await portOf(child, start).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  const ended = exit.then(() => {
    if (stopping) return;
    throw new WirebenchError('SERVICE_DIED', `The ${start.protocol} service ended unexpectedly.`);
  });
  // Whoever awaits it may come later, when the other services have started as well.
  ended.catch(() => undefined);
  return {
    protocol: start.protocol,
    port,
    ended,
    async stop() {
      stopping = true;
      send(child, { type: 'stop' });
      await exit;
    },
  };
}
