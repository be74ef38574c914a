import type { Message } from '../description.ts';
import { answerDifference } from '../messages/difference.ts';
import type { WorkloadContract } from '../workload.ts';
import { inventoryContent } from './data.ts';
import { inventoryDescription, inventoryOperations } from './messages.ts';
import {
  customInventoryShape,
  inventoryDataSchema,
  inventoryShapeDoc,
  inventoryShapeHelp,
  inventoryShapes,
  parseInventoryShape,
  sizeOf,
} from './shapes.ts';

/** The inventory workload: all payload is in the answers, of four sizes. */
export const inventoryWorkload: WorkloadContract = {
  description: inventoryDescription,
  data: inventoryDataSchema,
  shapes: inventoryShapes,
  shapeHelp: inventoryShapeHelp,
  shapePattern: customInventoryShape.source,
  shapeExample: 'items-full:500000',
  shapeDoc: inventoryShapeDoc,
  // Encodings other than JSON omit the field names, which are less than two thirds of it.
  minBytes: (name, data) => {
    const shape = parseInventoryShape(name);
    if (!shape || shape.operation === 'heart-beat') return { request: 0, answer: 0 };
    const { sizes } = inventoryDataSchema.parse(data);
    const bytes = shape.bytes ?? sizes[sizeOf[shape.operation]];
    return { request: 0, answer: Math.floor(bytes / 3) };
  },
  operationOf: (name) => {
    const shape = parseInventoryShape(name);
    return shape ? inventoryOperations[shape.operation] : null;
  },
  requestsOf: (name, setup) => {
    const shape = parseInventoryShape(name);
    if (!shape) throw new TypeError(`no such shape: ${name}`);
    const { operation, bytes } = shape;
    const request: Message = bytes === null ? {} : { bytes };
    const { sizes } = inventoryDataSchema.parse(setup.data);
    const expected =
      operation === 'heart-beat'
        ? {}
        : inventoryContent(operation, bytes ?? sizes[sizeOf[operation]], setup);
    return {
      operation: inventoryOperations[operation],
      varies: false,
      request: () => request,
      sameLength: true,
      judge: (_request, answer) => answerDifference(expected, answer),
    };
  },
};
