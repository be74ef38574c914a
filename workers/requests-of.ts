import type { Cell } from '../contracts/experiment/cell.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Address, RequestSetup } from '../contracts/worker-messages.ts';
import { isOffered } from '../workloads/description.ts';
import { planNotIn, planOf } from '../workloads/plans.ts';
import { workloadIn } from '../workloads/registry.ts';
import type { UseCase } from '../workloads/use-case.ts';
import { describedWith, type ShapeRequests } from '../workloads/workload.ts';
import type { ByteMeter } from './byte-meter.ts';
import type { Driver } from './drivers/driver.ts';
import { openOwnServiceDriver } from './drivers/own-service/open.ts';
import { protocolClients } from './registry.ts';

/** The requests of a cell. @throws TypeError for an unknown shape, or if the protocol does not offer its operation. */
export function requestsOf(
  setup: RequestSetup,
  { shape, protocol }: Pick<Cell, 'shape' | 'protocol'>,
): ShapeRequests {
  const requests = workloadIn(setup).requestsOf(shape, setup, protocol);
  assertOffered(requests, protocol);
  return requests;
}

/** The iterations of a cell. @throws TypeError for an unknown use case, or if the protocol cannot execute it. */
export function useCaseOf(
  setup: RequestSetup,
  { shape, protocol }: Pick<Cell, 'shape' | 'protocol'>,
): UseCase {
  const workload = workloadIn(setup);
  if (planNotIn(workload, shape).includes(protocol)) {
    throw new TypeError(`${shape} cannot be done over ${protocol}`);
  }
  return planOf(workload, shape, protocol, setup);
}

function assertOffered({ operation }: ShapeRequests, protocol: Protocol): void {
  if (!isOffered(operation, protocol)) {
    throw new TypeError(`${operation.name} is not offered over ${protocol}`);
  }
}

interface DriverPlace {
  readonly address: Address;
  readonly timeoutMs: number;
  readonly meter: ByteMeter;
  readonly resumption: boolean;
}

/** The driver of a cell. */
export async function openDriver(
  setup: RequestSetup,
  { client, protocol }: Pick<Cell, 'client' | 'protocol'>,
  place: DriverPlace,
): Promise<Driver> {
  const { custom, fields, formats } = setup;
  if (custom) return await openOwnServiceDriver(client, { ...place, service: custom, protocol });
  const factory = await protocolClients[protocol][client]();
  const description = describedWith(workloadIn(setup), fields);
  return await factory({ ...place, workload: description, fields, formats });
}
