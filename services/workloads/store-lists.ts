import type { Message } from '../../contracts/workloads/description.ts';
import { type ListOperation, orderings } from '../../contracts/workloads/store-shapes.ts';
import type { Database, Row, TableOrder } from './database/database.ts';
import { InvalidInput } from './refusals.ts';

/** A row without what is nobody's business. */
export function publicUser({ password: _, ...user }: Row): Row {
  return user;
}

/** @throws InvalidInput where the operation has no such order. */
function orderOf(operation: ListOperation, { orderby = 'id', order = 'asc' }: Message): TableOrder {
  const column = orderings[operation].find((field) => field === orderby);
  if (column === undefined || (order !== 'asc' && order !== 'desc')) {
    throw new InvalidInput('Request param is not valid.');
  }
  return { column, descending: order === 'desc' };
}

/** Answers made of rows, each made once as long as the database gives the very same rows. */
function remembered<T>(make: (rows: readonly Row[]) => T): (rows: readonly Row[]) => T {
  const made = new WeakMap<readonly Row[], T>();
  return (rows) => {
    const known = made.get(rows) ?? make(rows);
    made.set(rows, known);
    return known;
  };
}

const catalog = (rows: readonly Row[]): Message => ({ users: rows.map(publicUser) });

/** All users in the order that is asked for. */
export function userLister(database: Database): (request: Message) => Promise<Message> {
  const answerOf = remembered(catalog);
  return async (request) => answerOf(await database.all('users', orderOf('list-users', request)));
}

/** All product entities in the order that is asked for, each with its products by their ids. */
export function entityLister(database: Database): (request: Message) => Promise<Message> {
  return async (request) => {
    const order = orderOf('list-product-entities', request);
    const entities = await database.all('entities', order);
    const products = await database.all('products', { column: 'id', descending: false });
    const byEntity = Map.groupBy(products, ({ entityId }) => entityId);
    return {
      products: entities.map((entity) => ({
        ...entity,
        products: byEntity.get(entity.id ?? '') ?? [],
      })),
    };
  };
}
