import type { ConformOrder, ConformWorkload } from '../../contracts/conform.ts';
import type { Message, OperationDescription } from '../../workloads/description.ts';
import { inventoryContent } from '../../workloads/inventory/data.ts';
import { inventoryOperations, minBytes } from '../../workloads/inventory/messages.ts';
import { expectedProduct, productWorkload } from '../../workloads/product/product.ts';
import { teamOperations } from '../../workloads/team/messages.ts';
import { teamOf } from './answers/team.ts';

/** Calls of a workload, a different one for each number. */
export interface SampleCalls {
  readonly operation: OperationDescription;
  request(number: number): Message;
  answer(number: number, order: ConformOrder): Message;
}

const { modify } = productWorkload.description.operations;
if (!modify) throw new TypeError('the product has other operations');
const productOf = (number: number) => ({
  id: String(number),
  name: 'Coffee',
  description: `abc ${number}`,
});
const studentOf = (number: number) => ({
  name: 'Alice',
  id: 113_517 + number,
  courseCode: 'CS31245',
});
/** A few sizes, which services cache. */
const bytesOf = (number: number) => minBytes + (number % 4);

/** Repeated calls, by workload. */
export const sampleCalls: Readonly<Record<ConformWorkload, SampleCalls>> = {
  product: {
    operation: modify,
    request: productOf,
    answer: (number) => expectedProduct('modify', productOf(number)),
  },
  inventory: {
    operation: inventoryOperations['items-status'],
    request: (number) => ({ bytes: bytesOf(number) }),
    answer: (number, order) => inventoryContent('items-status', bytesOf(number), order),
  },
  team: {
    operation: teamOperations.allocate,
    request: studentOf,
    answer: (number, order) => teamOf(studentOf(number), order),
  },
};
