import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { WirebenchError } from '../contracts/errors.ts';
import type { ServerHealth } from '../contracts/measurement.ts';
import { type ServiceStart, serviceReportSchema } from '../contracts/service-messages.ts';
import { bodyBytesHere, bodyBytesVariable } from './body-memory.ts';

/**
 * A service in several processes that listen at one address (Node's cluster). Each runs the service's entry;
 * they share only the socket.
 */
export class ServiceCluster {
  readonly port: number;
  readonly #workers: readonly Worker[];
  #nextMeasure = 1;
  readonly #measures = new Map<string, (health: ServerHealth | null) => void>();

  private constructor(workers: readonly Worker[], port: number) {
    this.#workers = workers;
    this.port = port;
    for (const worker of workers) {
      worker.on('message', (message) => {
        const report = serviceReportSchema.parse(message);
        if (report.type === 'health' && report.id !== null) {
          this.#measures.get(`${worker.id} ${report.id}`)?.(report.health);
        }
      });
      // Nothing waits for the metrics of an exited process.
      worker.once('exit', () => {
        for (const [key, resolve] of this.#measures) {
          if (key.startsWith(`${worker.id} `)) resolve(null);
        }
      });
    }
  }

  /**
   * Starts the processes and waits until all of them listen.
   * @param onDeath called with the reason when one of them exits by itself.
   * @param fork starts one of them with these variables.
   * @throws WirebenchError from the first one that fails.
   */
  static async start(
    command: ServiceStart,
    onDeath: (reason: string) => void,
    fork = forkOwn,
  ): Promise<ServiceCluster> {
    const share = { [bodyBytesVariable]: String(bodyBytesHere(command.workers)) };
    const workers = Array.from({ length: command.workers }, () => fork(share));
    for (const worker of workers) {
      worker.once('exit', (code, signal) => {
        if (!worker.exitedAfterDisconnect) onDeath(`${signal ?? `code ${code}`}`);
      });
    }
    // Sequentially: if the system chooses the port, the first process gets it for all.
    let port = 0;
    for (const worker of workers) port = await startedPort(worker, { ...command, workers: 1 });
    return new ServiceCluster(workers, port);
  }

  /** See {@link healthOfAll}. */
  async measure(own: ServerHealth): Promise<ServerHealth> {
    const id = this.#nextMeasure++;
    const asked = this.#workers.map((worker) => this.#ask(worker, id));
    const reports = (await Promise.all(asked)).filter((health) => health !== null);
    return healthOfAll(own, reports);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#workers.map(async (worker) => {
        if (worker.isDead()) return;
        worker.exitedAfterDisconnect = true;
        worker.send({ type: 'stop' });
        await once(worker, 'exit');
      }),
    );
  }

  #ask(worker: Worker, id: number): Promise<ServerHealth | null> {
    const key = `${worker.id} ${id}`;
    const { promise, resolve } = Promise.withResolvers<ServerHealth | null>();
    this.#measures.set(key, resolve);
    worker.send({ type: 'measure', id });
    return promise.finally(() => this.#measures.delete(key));
  }
}

/** Starts a process like this one. */
function forkOwn(variables: Readonly<Record<string, string>>): Worker {
  cluster.setupPrimary({ exec: process.argv[1] ?? '', execArgv: process.execArgv });
  return cluster.fork(variables);
}

/** Sum over all processes; the event loops of those that answer requests on average. */
export function healthOfAll(own: ServerHealth, workers: readonly ServerHealth[]): ServerHealth {
  const sum = (of: (health: ServerHealth) => number | null) =>
    workers.reduce((total, health) => total + (of(health) ?? 0), 0);
  return {
    cpuSeconds: own.cpuSeconds + sum((one) => one.cpuSeconds),
    rssBytes: own.rssBytes + sum((one) => one.rssBytes),
    heapBytes: (own.heapBytes ?? 0) + sum((one) => one.heapBytes),
    eventLoopUtilization: sum((one) => one.eventLoopUtilization) / Math.max(1, workers.length),
    requests: sum((one) => one.requests),
  };
}

/** Starts a process. @returns its port. */
function startedPort(worker: Worker, command: ServiceStart): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message) => {
      const report = serviceReportSchema.parse(message);
      if (report.type === 'started') resolve(report.port);
      else if (report.type === 'failed') {
        reject(new WirebenchError(report.error.code, report.error.message));
      } else reject(new TypeError(`a process of the service said ${report.type} first`));
    });
    worker.send(command);
  });
}
