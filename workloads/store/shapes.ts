import { z } from 'zod';
import { wholeNumber } from '../../contracts/experiment/numbers.ts';
import { type ListOperation, orderings, type StoreOperation } from './messages.ts';

/** Settings of the store's data. The defaults give lists of the published sizes. */
export const storeDataSchema = z.strictObject({
  /** Work of hashing a password: 2^cost rounds of bcrypt; 0 for none. */
  bcryptCost: z
    .union([z.literal(0), wholeNumber(4, 15, 'a cost')], {
      error: 'expected 0 (no hashing) or a cost from 4 to 15',
    })
    .default(10),
  /** Users that are there from the start. */
  users: wholeNumber(1, 100_000, 'a number of users').default(420),
  productEntities: wholeNumber(0, 10_000, 'a number of product entities').default(10),
  productsPerEntity: wholeNumber(0, 1_000, 'a number of products').default(5),
});
export type StoreData = z.output<typeof storeDataSchema>;

export interface StoreShape {
  readonly operation: StoreOperation;
  readonly orderby: string;
  readonly order: 'asc' | 'desc';
}

const named: Readonly<Record<StoreOperation, string>> = {
  'get-user': 'one user by id',
  'list-users': 'all users by id',
  'list-product-entities': 'product entities with their products, by id',
  'create-user': 'create a user, password hashed',
  'update-user': 'change name and e-mail of a user',
  'delete-user': 'delete a user',
};

export const storeShapes = Object.entries(named).map(([name, doc]) => ({ name, doc }));

export const storeShapeHelp = `expected ${Object.keys(named).join(', ')}, or LIST:FIELD:ORDER such as list-users:email:desc or list-product-entities:name:asc`;

export const customStoreShape = /^(list-users|list-product-entities):([A-Za-z]+):(asc|desc)$/;

/** Reads the name of an operation, or a list with its order such as `list-users:email:desc`. */
export function parseStoreShape(name: string): StoreShape | null {
  if (Object.hasOwn(named, name)) {
    return { operation: name as StoreOperation, orderby: 'id', order: 'asc' };
  }
  const match = customStoreShape.exec(name);
  if (!match) return null;
  const operation = match[1] as ListOperation;
  const orderby = orderings[operation].find((field) => field === match[2]);
  if (!orderby) return null;
  return { operation, orderby, order: match[3] === 'desc' ? 'desc' : 'asc' };
}

export function storeShapeDoc(name: string): string | null {
  const shape = parseStoreShape(name);
  if (!shape) return null;
  if (Object.hasOwn(named, name)) return named[shape.operation];
  const what = shape.operation === 'list-users' ? 'all users' : 'product entities';
  return `${what} by ${shape.orderby}, ${shape.order === 'asc' ? 'ascending' : 'descending'}`;
}
