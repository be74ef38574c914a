import { type StoreSeed, seededEntity, seededUser } from '../../workloads/store/data.ts';
import type { StoreData } from '../../workloads/store/shapes.ts';
import type { Row, Table } from './database/database.ts';

const stamps = { createdAt: 'text', updatedAt: 'text' } as const;

/** Matches no password: initial users have none. */
const noPassword = '!';

/** A user in its table. */
export function userRow(user: Row): Row {
  return { password: noPassword, ...user };
}

function* users({ users: count }: StoreData, setup: StoreSeed): Generator<Row> {
  for (let id = 1; id <= count; id++) {
    const { username, email, role, createdAt, updatedAt } = seededUser(id, setup);
    yield userRow({ id, username, email, role, createdAt, updatedAt });
  }
}

function* entities(data: StoreData, setup: StoreSeed): Generator<Row> {
  for (let id = 1; id <= data.productEntities; id++) {
    const { name, createdAt, updatedAt } = seededEntity(id, 0, setup);
    yield { id, name, createdAt, updatedAt };
  }
}

function* products(data: StoreData, setup: StoreSeed): Generator<Row> {
  for (let id = 1; id <= data.productEntities; id++) {
    for (const product of seededEntity(id, data.productsPerEntity, setup).products) {
      const { entityId, sold, createdAt, updatedAt } = product;
      yield { id: product.id, entityId, sold, createdAt, updatedAt };
    }
  }
}

/** The tables of the store: users, product entities and their products. */
export function storeTables(data: StoreData, setup: StoreSeed): readonly Table[] {
  return [
    {
      name: 'users',
      columns: {
        id: 'integer',
        username: 'text',
        email: 'text',
        password: 'text',
        role: 'text',
        ...stamps,
      },
      unique: ['email'],
      rows: () => users(data, setup),
    },
    {
      name: 'entities',
      columns: { id: 'integer', name: 'text', ...stamps },
      unique: [],
      rows: () => entities(data, setup),
    },
    {
      name: 'products',
      columns: { id: 'integer', entityId: 'integer', sold: 'boolean', ...stamps },
      unique: [],
      rows: () => products(data, setup),
    },
  ];
}
