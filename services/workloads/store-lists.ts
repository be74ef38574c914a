import type { Message } from '../../workloads/description.ts';
import { type ListOperation, orderings } from '../../workloads/store/messages.ts';
import type { Database, Row, TableOrder } from './database/database.ts';
import { InvalidInput } from './refusals.ts';

/** A row without private columns. */
export function publicUser({ password: _, ...user }: Row): Row {
  return user;
}

/** @throws InvalidInput if the operation does not support the order. */
function orderOf(operation: ListOperation, { orderby = 'id', order = 'asc' }: Message): TableOrder {
  const column = orderings[operation].find((field) => field === orderby);
  if (column === undefined || (order !== 'asc' && order !== 'desc')) {
    throw new InvalidInput('Request param is not valid.');
  }
  return { column, descending: order === 'desc' };
}

type Lists = readonly [readonly Row[], ...(readonly Row[])[]];

/** Answers made of rows, cached as long as the database returns the same lists. */
function remembered(make: (...lists: Lists) => Message): (...lists: Lists) => Message {
  const made = new WeakMap<Lists[number], { lists: Lists; answer: Message }>();
  return (...lists) => {
    const known = made.get(lists[0]);
    if (known && lists.every((list, index) => list === known.lists[index])) return known.answer;
    const answer = make(...lists);
    made.set(lists[0], { lists, answer });
    return answer;
  };
}
const userCatalog = (users: readonly Row[]): Message => ({ users: users.map(publicUser) });

function entityCatalog(entities: readonly Row[], products: readonly Row[] = []): Message {
  const byEntity = Map.groupBy(products, ({ entityId }) => entityId);
  return {
    products: entities.map((entity) => ({
      ...entity,
      products: byEntity.get(entity.id ?? '') ?? [],
    })),
  };
}

/** All users in the requested order. */
export function userLister(database: Database): (request: Message) => Promise<Message> {
  const answerOf = remembered(userCatalog);
  return async (request) => answerOf(await database.all('users', orderOf('list-users', request)));
}

/** All product entities in the requested order, each with its products by id. */
export function entityLister(database: Database): (request: Message) => Promise<Message> {
  const answerOf = remembered(entityCatalog);
  return async (request) => {
    const order = orderOf('list-product-entities', request);
    const entities = await database.all('entities', order);
    return answerOf(entities, await database.all('products', { column: 'id', descending: false }));
  };
}
