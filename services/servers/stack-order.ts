import { protocolFacts } from '../../contracts/protocols.ts';
import type { ServiceStart } from '../../contracts/service-messages.ts';
import type { StackOrder } from '../../contracts/stack-messages.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import type { Message } from '../../workloads/description.ts';
import { openApiOf } from '../../workloads/interfaces/openapi.ts';
import { wsdlText } from '../../workloads/interfaces/wsdl.ts';
import { inventoryContent } from '../../workloads/inventory/data.ts';
import {
  inventoryDataSchema,
  type SizedOperation,
  sizeOf,
} from '../../workloads/inventory/shapes.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { waitingStudents } from '../../workloads/team/data.ts';
import { teamDataSchema } from '../../workloads/team/shapes.ts';

const isSized = (operation: string): operation is SizedOperation =>
  Object.hasOwn(sizeOf, operation);

/** The answer of an operation with this many bytes of JSON. @throws TypeError if it has no sizes. */
export function sizedContent(
  { setup }: Pick<ServiceStart, 'setup'>,
  operation: string,
  bytes: number,
): Message {
  if (!isSized(operation)) throw new TypeError(`${operation} has no answers of a size`);
  return inventoryContent(operation, bytes, setup);
}

/** Initial data of a workload's service, and its settings with the defaults. */
const held: Readonly<
  Partial<
    Record<WorkloadName, (start: ServiceStart) => Pick<StackOrder, 'content'> & { data: object }>
  >
> = {
  inventory: (start) => {
    const data = inventoryDataSchema.parse(start.setup.data);
    const answers = Object.entries(sizeOf).map(([operation, size]) => [
      operation,
      sizedContent(start, operation, data.sizes[size]),
    ]);
    return { data, content: Object.fromEntries(answers) };
  },
  team: ({ setup }) => {
    const data = teamDataSchema.parse(setup.data);
    return { data, content: { waiting: waitingStudents(data.rowsRead) } };
  },
};

/** The order for the program of a stack. */
export function stackOrder(service: ServiceStart): StackOrder {
  const { workload, protocol, host, port, tls, setup, workers } = service;
  const { data = {}, content = {} } = held[workload]?.(service) ?? {};
  const { custom } = protocolFacts[protocol];
  const { description } = workloadOf(workload);
  return {
    type: 'start',
    workload,
    protocol,
    host,
    port,
    tls,
    setup: { data: { ...data }, seed: setup.seed, database: setup.database },
    content,
    workers,
    openapi: custom === 'resource' ? JSON.stringify(openApiOf(description)) : null,
    wsdl: custom === 'envelope' ? wsdlText(description) : null,
  };
}
