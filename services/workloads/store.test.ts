import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { firstDeletable } from '../../workloads/store/data.ts';
import { storeDataSchema } from '../../workloads/store/shapes.ts';
import { openTables } from './database/open.ts';
import type { Handler } from './handlers.ts';
import { Conflict, InvalidInput, NotFound } from './refusals.ts';
import { openWorkload } from './registry.ts';
import { openStoreWorkload as openStoreWith } from './store.ts';
import { storeTables } from './store-tables.ts';

function setupOf(kind: 'none' | 'sqlite', data: object) {
  const setup = { data: { bcryptCost: 4, users: 3, ...data }, database: { kind } };
  return serviceSetupSchema.parse(setup);
}

async function openStore(kind: 'none' | 'sqlite', data: object = {}) {
  const opened = await openWorkload('store', setupOf(kind, data));
  onTestFinished(() => opened.stop());
  return async (operation: string, request: Message) =>
    (opened.handlers[operation] as Handler)(request);
}

const somebody = { username: 'ana', email: 'ana@mail.test', password: 'secret', role: 'EMPLOYEE' };
const idsOf = (answer: Message, list: string) =>
  (answer[list] as readonly Message[]).map(({ id }) => id);

describe.each(['none', 'sqlite'] as const)('the store with database %s', (kind) => {
  it('creates a user', async () => {
    const call = await openStore(kind);
    const made = await call('create-user', somebody);
    expect(made).toMatchObject({ id: 4, username: 'ana', role: 'EMPLOYEE' });
    expect(made).not.toHaveProperty('password');
    expect(await call('get-user', { id: 4 })).toEqual(made);
    expect(idsOf(await call('list-users', {}), 'users')).toEqual([1, 2, 3, 4]);
  });

  it('refuses a user without a password, with one too long, or with an address that is taken', async () => {
    const call = await openStore(kind);
    const create = (more: object) => call('create-user', { ...somebody, ...more });
    await expect(create({ password: '' })).rejects.toThrow(
      new InvalidInput('Please provide the password.'),
    );
    await expect(create({ password: 'ä'.repeat(40) })).rejects.toThrow(InvalidInput);
    await create({});
    await expect(create({ username: 'eva' })).rejects.toThrow(Conflict);
    expect(idsOf(await call('list-users', {}), 'users')).toEqual([1, 2, 3, 4]);
  });

  it('lets one of two concurrent creations of the same user win', async () => {
    const call = await openStore(kind);
    const both = await Promise.allSettled([
      call('create-user', somebody),
      call('create-user', somebody),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(Conflict);
  });

  it('updates a user, but not to the address of another, nor one that is not there', async () => {
    const call = await openStore(kind);
    const { email = '' } = await call('get-user', { id: 1 });
    const changed = await call('update-user', { id: 2, username: 'b', email: 'b@mail.test' });
    expect(changed).toMatchObject({ id: 2, username: 'b', email: 'b@mail.test' });
    expect(await call('get-user', { id: 2 })).toEqual(changed);
    await expect(call('update-user', { id: 2, username: 'b', email })).rejects.toThrow(Conflict);
    await expect(call('update-user', { id: 99, username: 'b', email: 'c' })).rejects.toThrow(
      NotFound,
    );
  });

  it('deletes a user once, be it from the start or from the pool', async () => {
    const call = await openStore(kind);
    for (const id of [2, firstDeletable, firstDeletable + 5_000_000]) {
      expect(await call('delete-user', { id })).toMatchObject({ id });
      await expect(call('delete-user', { id })).rejects.toThrow(new NotFound('User not found.'));
    }
    await expect(call('delete-user', { id: 77 })).rejects.toThrow(NotFound);
    await expect(call('delete-user', { id: -1 })).rejects.toThrow(NotFound);
  });

  it('takes a deleted user off its lists, and frees the address', async () => {
    const call = await openStore(kind);
    const listed = async () => idsOf(await call('list-users', {}), 'users');
    expect(await listed()).toEqual([1, 2, 3]);
    const { email = '' } = await call('delete-user', { id: 2 });
    expect(await listed()).toEqual([1, 3]);
    expect(await call('create-user', { ...somebody, email })).toMatchObject({ id: 4, email });
  });

  it('lists in the requested order, and refuses an unknown one', async () => {
    const call = await openStore(kind, { productEntities: 3, productsPerEntity: 2 });
    const users = (request: Message) => call('list-users', request);
    expect(idsOf(await users({ orderby: 'email', order: 'desc' }), 'users')).toEqual([3, 2, 1]);
    // The first is ADMIN, the others EMPLOYEE.
    expect(idsOf(await users({ orderby: 'role', order: 'desc' }), 'users')).toEqual([2, 3, 1]);
    for (const request of [{ orderby: 'password' }, { orderby: 'id; --' }, { order: 'up' }]) {
      await expect(users(request)).rejects.toThrow(new InvalidInput('Request param is not valid.'));
    }
    const entities = await call('list-product-entities', { order: 'desc' });
    expect(idsOf(entities, 'products')).toEqual([3, 2, 1]);
    const [last = {}] = entities.products as readonly Message[];
    expect(last.products).toMatchObject([
      { id: 5, entityId: 3, sold: false },
      { id: 6, entityId: 3, sold: true },
    ]);
    await expect(call('list-product-entities', { orderby: 'email' })).rejects.toThrow(InvalidInput);
  });

  it.each([
    [5, /^\$2b\$05\$.{53}$/],
    [0, /^secret$/],
  ])('stores a password hashed at the configured cost: %i', async (bcryptCost, kept) => {
    const setup = setupOf(kind, { bcryptCost });
    const keeping = openTables(
      setup.database,
      storeTables(storeDataSchema.parse(setup.data), setup),
    );
    const opened = await openStoreWith(setup, () => keeping);
    onTestFinished(() => opened.stop());
    await (opened.handlers['create-user'] as Handler)(somebody);
    const row = await (await keeping).find('users', 'email', somebody.email);
    expect(row?.password).toMatch(kept);
  });
});
