import type { ErrorCode } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { parseNetwork } from '../../contracts/experiment/environment-factors.ts';
import type { HopStart } from '../../contracts/hop-messages.ts';
import type { ServiceStart } from '../../contracts/service-messages.ts';
import { pinProcess } from '../platform/pinning.ts';
import type { ServiceProcess } from './forked-service.ts';
import { HopWatch } from './hop-watch.ts';
import { hopNames, startHop } from './service-process.ts';

export type HopKind = HopStart['hop'];

/** A process between client and service. */
export interface Hop {
  readonly kind: HopKind;
  readonly process: ServiceProcess;
  readonly watch: HopWatch;
}

/** Start options for the hops of a trial. */
export interface HopPlace {
  readonly niceness: number;
  readonly cores: readonly number[] | null;
  readonly seed: number;
  /** Address at which the client reaches them; 127.0.0.1 by default. */
  readonly host?: string;
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The hops of a trial, started one in front of the other; `notes` lists problems. */
export class HopChain {
  readonly hops: Hop[] = [];
  readonly notes: string[] = [];
  readonly #place: HopPlace;
  readonly #startHop: typeof startHop;
  #end: Endpoint;

  /**
   * @param end the service, which the first hop forwards to.
   * @param start starts a hop.
   */
  constructor({ host, port }: Endpoint, place: HopPlace, start = startHop) {
    this.#startHop = start;
    this.#end = { host, port };
    this.#place = place;
  }

  /** Sets the end of an empty chain once it is known. */
  leadTo({ host, port }: Endpoint): void {
    this.#end = { host, port };
  }

  /** Address of the chain for the client. */
  get front(): Endpoint {
    return this.#end;
  }

  /** @param tls between client and gateway; the gateway reaches the service without TLS. */
  async addGateway({ protocol }: Pick<Cell, 'protocol'>, tls: ServiceStart['tls']): Promise<void> {
    await this.#add({ ...this.#common(), hop: 'gateway', protocol, tls });
  }

  /** Adds the network of a cell, if any. */
  async addNetwork({ network }: Pick<Cell, 'network'>): Promise<void> {
    const emulated = network === undefined ? null : parseNetwork(network);
    if (!emulated) return;
    await this.#add({ ...this.#common(), hop: 'network', ...emulated, seed: this.#place.seed });
  }

  /** Stops the hops, starting with the one nearest to the client. */
  async stop(): Promise<void> {
    for (const { process } of this.hops.toReversed()) await process.stop();
  }

  #common() {
    const { niceness, host = '127.0.0.1' } = this.#place;
    return { type: 'start', host, port: 0, upstream: this.#end, niceness } as const;
  }

  async #add(start: HopStart): Promise<void> {
    const watch = new HopWatch();
    const process = await this.#startHop(start, watch);
    this.hops.push({ kind: start.hop, process, watch });
    this.#end = { host: process.host, port: process.port };
    const { cores } = this.#place;
    const unbound = cores && (await pinProcess(process.pid, cores));
    if (unbound) this.notes.push(unbound);
  }
}

const deathCodes = {
  gateway: 'GATEWAY_DIED',
  network: 'NETWORK_DIED',
} as const satisfies Record<HopKind, ErrorCode>;

/** Failure of a trial when one of its hops ends. */
export function hopDeath(kind: HopKind, reason: string) {
  return { code: deathCodes[kind], message: `The ${hopNames[kind]} ${reason} during the trial` };
}
