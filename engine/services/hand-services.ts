import type { BundledService, ServiceEvent, ServiceOrder } from '../../contracts/services.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { Feed } from './feed.ts';
import { HandService } from './hand-service.ts';
import { ServiceLog } from './service-log.ts';

/**
 * The bundled services that the user starts by hand, one of each protocol. They are independent
 * of those of a run, except that they share the machine, and they end with the engine.
 */
export class HandServices {
  readonly #services: ReadonlyMap<Protocol, HandService>;
  readonly #feed = new Feed<ServiceEvent>(() => this.#snapshot());

  constructor(home: string) {
    this.#services = new Map(protocols.map((protocol) => [protocol, this.#make(home, protocol)]));
  }

  list(): BundledService[] {
    return this.#all().map((service) => service.describe());
  }

  /** @throws WirebenchError SERVICE_START_FAILED */
  async start(order: ServiceOrder): Promise<BundledService> {
    const service = this.#of(order.protocol);
    await service.start(order);
    return service.describe();
  }

  async stop(protocol: Protocol): Promise<BundledService> {
    const service = this.#of(protocol);
    await service.stop();
    return service.describe();
  }

  watch(signal?: AbortSignal): AsyncGenerator<ServiceEvent> {
    return this.#feed.watch(signal);
  }

  /** Stops all of them. */
  async close(): Promise<void> {
    await Promise.all(this.#all().map((service) => service.stop()));
    this.#feed.close();
  }

  #all(): HandService[] {
    return [...this.#services.values()];
  }

  #of(protocol: Protocol): HandService {
    const service = this.#services.get(protocol);
    if (!service) throw new RangeError(`There is no service of ${protocol}`);
    return service;
  }

  #make(home: string, protocol: Protocol): HandService {
    const publish = (event: ServiceEvent) => this.#feed.publish(event);
    const log = new ServiceLog((line) => publish({ type: 'log', protocol, line }));
    return new HandService(home, protocol, log, {
      changed: (service) => publish({ type: 'changed', service }),
      point: (point) => publish({ type: 'point', protocol, point }),
    });
  }

  #snapshot(): ServiceEvent {
    const services = this.#all().map((service) => ({
      service: service.describe(),
      points: [...service.points],
      log: [...service.log.lines],
    }));
    return { type: 'snapshot', services };
  }
}
