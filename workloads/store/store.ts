import type { Message } from '../description.ts';
import type { WorkloadContract } from '../workload.ts';
import { editOf, firstDeletable, newUser, type StoreSeed } from './data.ts';
import { storeJudge } from './judge.ts';
import { storeDescription, storeOperations } from './messages.ts';
import {
  customStoreShape,
  parseStoreShape,
  type StoreData,
  type StoreShape,
  storeDataSchema,
  storeShapeDoc,
  storeShapeHelp,
  storeShapes,
} from './shapes.ts';

/**
 * The request of a sequence. Reads and updates cycle through the initial users; every deletion has its own
 * user, and every new user its own address.
 */
function requestOf(shape: StoreShape, { users }: StoreData, setup: StoreSeed) {
  return (sequence: number): Message => {
    switch (shape.operation) {
      case 'create-user':
        return newUser(sequence, setup);
      case 'update-user':
        return editOf(1 + (sequence % users), setup);
      case 'delete-user':
        return { id: firstDeletable + sequence };
      case 'get-user':
        return { id: 1 + (sequence % users) };
      default:
        return { orderby: shape.orderby, order: shape.order };
    }
  };
}

/** The store workload. */
export const storeWorkload: WorkloadContract = {
  description: storeDescription,
  data: storeDataSchema,
  dated: true,
  shapes: storeShapes,
  shapeHelp: storeShapeHelp,
  shapePattern: customStoreShape.source,
  shapeExample: 'list-users:email:desc',
  shapeDoc: storeShapeDoc,
  operationOf: (name) => {
    const shape = parseStoreShape(name);
    return shape ? storeOperations[shape.operation] : null;
  },
  requestsOf: (name, setup) => {
    const shape = parseStoreShape(name);
    if (!shape) throw new TypeError(`no such shape: ${name}`);
    const data = storeDataSchema.parse(setup.data);
    return {
      operation: storeOperations[shape.operation],
      varies: shape.operation.endsWith('-user'),
      request: requestOf(shape, data, setup),
      // Lists grow as users are created, and ids vary in digits.
      sameLength: shape.operation === 'list-product-entities',
      judge: storeJudge(shape, data, setup),
    };
  },
};
