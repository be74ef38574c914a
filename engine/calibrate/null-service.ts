import type { Cell } from '../../contracts/experiment/cell.ts';
import { type CorePlan, pinProcess } from '../platform/pinning.ts';
import { serviceTls } from '../run/address.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startService } from '../run/service-process.ts';

export interface NullServiceOrder {
  /** Holds the certificates. */
  readonly home: string;
  /** Of the process (Linux). */
  readonly niceness: number;
  readonly cores: CorePlan;
}

/** Null services, one at a time: each is kept while cells need the same one. */
export class NullServices {
  readonly #options: NullServiceOrder;
  #running: { readonly cell: Cell; readonly service: ServiceProcess } | null = null;

  constructor(options: NullServiceOrder) {
    this.#options = options;
  }

  /** @returns the one that a cell's driver talks to. @throws WirebenchError SERVICE_START_FAILED */
  async of(cell: Cell): Promise<ServiceProcess> {
    const running = this.#running;
    if (running?.cell.protocol === cell.protocol && running.cell.tls === cell.tls) {
      return running.service;
    }
    await this.stop();
    const service = await this.#start(cell);
    this.#running = { cell, service };
    // Where the service cannot be bound, the ceiling is lower, not wrong.
    const { services } = this.#options.cores;
    if (services) await pinProcess(service.pid, services);
    return service;
  }

  /** Ends the one that runs, if any. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.service.stop();
  }

  async #start({ protocol, tls }: Cell): Promise<ServiceProcess> {
    const { home, niceness } = this.#options;
    return startService({
      workload: 'product',
      protocol,
      host: '127.0.0.1',
      port: 0,
      tls: await serviceTls(tls, home),
      delayMs: 0,
      niceness,
      null: true,
    });
  }
}
