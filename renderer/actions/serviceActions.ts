import type { BundledService, ServiceOrder } from '../../contracts/services.ts';
import type { Protocol } from '../../contracts/words.ts';
import { attempt } from '../components/attempt.ts';
import { protocolStyle } from '../look/protocols.ts';
import { engine } from '../transport/engine.ts';

/** Cache key of the list of services. */
const running = ['services', 'list'] as const;
const nameOf = (protocol: Protocol) => protocolStyle(protocol).label;

/** The last order given to a service. */
export function orderOf(service: BundledService): ServiceOrder {
  const { protocol, workload, tls, stack, wantedPort } = service;
  return { protocol, workload, tls, stack, port: wantedPort };
}

/** Starts or restarts a service. */
export function orderService(order: ServiceOrder): Promise<boolean> {
  const what = `The ${nameOf(order.protocol)} service did not start`;
  return attempt(what, () => engine.services.start(order), running);
}

export function stopService(protocol: Protocol): Promise<boolean> {
  const what = `The ${nameOf(protocol)} service did not stop`;
  return attempt(what, () => engine.services.stop({ protocol }), running);
}
