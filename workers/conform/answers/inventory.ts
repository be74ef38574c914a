import { inventoryContent } from '../../../workloads/inventory/data.ts';
import { inventoryOperations, maxBytes, minBytes } from '../../../workloads/inventory/messages.ts';
import {
  inventoryDataSchema,
  type SizedOperation,
  sizeOf,
} from '../../../workloads/inventory/shapes.ts';
import { type AnswerCase, judgeBy } from './case.ts';

const sized = Object.keys(sizeOf) as SizedOperation[];

function usual(operation: SizedOperation): AnswerCase {
  return {
    name: operation,
    holds: 'returns the default content if no size is requested',
    sent: `${operation} without a size`,
    expected: 'exactly that content, as the bundled service has it',
    operation: inventoryOperations[operation],
    request: () => ({}),
    judge: judgeBy((order) => {
      const { sizes } = inventoryDataSchema.parse(order.data);
      return inventoryContent(operation, sizes[sizeOf[operation]], order);
    }),
  };
}

function asked(operation: SizedOperation, bytes: number): AnswerCase {
  return {
    name: `${operation}-${bytes}`,
    holds: 'returns content of the requested size',
    sent: `${operation} of ${bytes} bytes`,
    expected: `exactly the content whose JSON has ${bytes} bytes, as the bundled service has it`,
    operation: inventoryOperations[operation],
    request: () => ({ bytes }),
    judge: judgeBy((order) => inventoryContent(operation, bytes, order)),
  };
}

function refused(bytes: number, name: string): AnswerCase {
  return {
    name: `refuses-${name}`,
    holds: `refuses sizes below ${minBytes} and above ${maxBytes}`,
    sent: `items-status of ${bytes} bytes`,
    expected: 'refused as invalid',
    operation: inventoryOperations['items-status'],
    request: () => ({ bytes }),
    judge: null,
  };
}

/** Required answers of the inventory workload. */
export const inventoryAnswers: readonly AnswerCase[] = [
  {
    name: 'heart-beat',
    holds: 'answers an empty request with an empty message',
    sent: 'heart-beat',
    expected: 'a message without fields',
    operation: inventoryOperations['heart-beat'],
    request: () => ({}),
    judge: judgeBy(() => ({})),
  },
  ...sized.map(usual),
  asked('items-status', minBytes),
  asked('items-status', 100_000),
  asked('items-summary', 1000),
  asked('items-full', 123_456),
  asked('items-full', 2_000_000),
  refused(minBytes - 1, 'too-small'),
  refused(maxBytes + 1, 'too-large'),
  refused(0, 'zero'),
  refused(-1, 'negative'),
];
