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

/** How the hops of a trial are started. */
export interface HopPlace {
  readonly niceness: number;
  readonly cores: readonly number[] | null;
  readonly seed: number;
  /** Address at which the client reaches them; 127.0.0.1 where nothing is said. */
  readonly host?: string;
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The hops of a trial, started one before the other; `notes` is what did not go as wished. */
export class HopChain {
  readonly hops: Hop[] = [];
  readonly notes: string[] = [];
  readonly #place: HopPlace;
  #end: Endpoint;

  /** @param end what the first hop leads to: the service. */
  constructor({ host, port }: Endpoint, place: HopPlace) {
    this.#end = { host, port };
    this.#place = place;
  }

  /** Sets where an empty chain leads, when that is known only later. */
  leadTo({ host, port }: Endpoint): void {
    this.#end = { host, port };
  }

  /** Where the client finds the chain. */
  get front(): Endpoint {
    return this.#end;
  }

  /** @param tls what the client is to speak; the service behind it speaks plainly. */
  async addGateway({ protocol }: Pick<Cell, 'protocol'>, tls: ServiceStart['tls']): Promise<void> {
    await this.#add({ ...this.#common(), hop: 'gateway', protocol, tls });
  }

  /** Adds the network that a cell asks for, if any. */
  async addNetwork({ network }: Pick<Cell, 'network'>): Promise<void> {
    const emulated = network === undefined ? null : parseNetwork(network);
    if (!emulated) return;
    await this.#add({ ...this.#common(), hop: 'network', ...emulated, seed: this.#place.seed });
  }

  /** Stops the hops, the one nearest to the client first. */
  async stop(): Promise<void> {
    for (const { process } of this.hops.toReversed()) await process.stop();
  }

  #common() {
    const { niceness, host = '127.0.0.1' } = this.#place;
    return { type: 'start', host, port: 0, upstream: this.#end, niceness } as const;
  }

  async #add(start: HopStart): Promise<void> {
    const watch = new HopWatch();
    const process = await startHop(start, watch);
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

/** What a trial has failed of when one of its hops ends. */
export function hopDeath(kind: HopKind, reason: string) {
  return { code: deathCodes[kind], message: `The ${hopNames[kind]} ${reason} during the trial` };
}
