import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ServiceSetup, serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import type { Message } from '../../workloads/description.ts';
import { inventoryOperations } from '../../workloads/inventory/messages.ts';
import { jsonBytes } from '../../workloads/messages/json-bytes.ts';
import { deletableUser, firstDeletable, lastDeletable } from '../../workloads/store/data.ts';
import type { Database, Row } from './database/database.ts';
import { deliveryHandlers } from './delivery.ts';
import type { Handler, RequestStreamHandler } from './handlers.ts';
import { openInventory } from './inventory.ts';
import { Conflict, InvalidInput, NotFound } from './refusals.ts';
import { openWorkload } from './registry.ts';
import { openStoreWorkload } from './store.ts';
import { DeletablePool } from './store-pool.ts';

async function open(name: WorkloadName, setup: object = {}) {
  const opened = await openWorkload(name, serviceSetupSchema.parse(setup));
  onTestFinished(() => opened.stop());
  return async (operation: string, request: Message = {}) =>
    (opened.handlers[operation] as Handler)(request);
}

it('product: echoes a message, and reverses the characters of its description alone', async () => {
  const call = await open('product');
  const product = { id: 'ab', name: 'cd', description: 'a😀é' };
  expect(await call('echo', product)).toEqual(product);
  expect(await call('modify', product)).toEqual({ ...product, description: 'é😀a' });
  expect(await call('modify', { id: 'x' })).toEqual({ id: 'x', description: '' });
});

describe('inventory', () => {
  const sizes = { s: 700, m: 5000, l: 9000 };

  it('answers with the bytes of its settings, or those that a request names', async () => {
    const call = await open('inventory', { data: { sizes } });
    for (const [operation, usual] of [
      ['items-status', sizes.s],
      ['items-summary', sizes.m],
      ['items-full', sizes.l],
    ] as const) {
      const bytesOf = async (request: Message) =>
        jsonBytes(inventoryOperations[operation].response, await call(operation, request));
      expect(await bytesOf({})).toBe(usual);
      expect(await bytesOf({ bytes: 4321 })).toBe(4321);
      expect(await bytesOf({ bytes: 500 })).toBe(500);
      expect(await call(operation, { bytes: usual })).toBe(await call(operation));
    }
    expect(await call('heart-beat')).toEqual({});
  });

  it.each([499, 0, -1, 20_000_001, '700'])('refuses an answer of %j bytes', async (bytes) => {
    const call = await open('inventory');
    await expect(call('items-full', { bytes })).rejects.toThrow(
      new InvalidInput('An answer has from 500 to 20000000 bytes of JSON'),
    );
  });

  it('keeps the last eight sizes', async () => {
    const setup: ServiceSetup = serviceSetupSchema.parse({});
    const status = (await openInventory(setup)).handlers['items-status'] as Handler;
    const ask = (bytes: number) => status({ bytes });
    const first = ask(1001);
    for (let bytes = 1002; bytes <= 1007; bytes++) ask(bytes);
    // With the usual one there are eight now.
    expect(ask(1001)).toBe(first);
    ask(1008);
    expect(ask(1001)).toBe(first);
    ask(1009);
    expect(ask(1001)).not.toBe(first);
    expect(ask(1001)).toEqual(first);
  });
});

describe('team', () => {
  it('counts the students of an enrolment, their ids and the code points of all texts', async () => {
    const call = await open('team');
    const students = [
      { name: 'Añá😀', id: 7, courseCode: 'CS1' },
      { name: '', id: 2_000_000_000, courseCode: '' },
    ];
    expect(await call('enrol', { students, remark: 'ok😀' })).toEqual({
      message: 'All students have been enrolled',
      students: 2,
      idSum: 2_000_000_007,
      characters: 4 + 3 + 3,
    });
    expect(await call('enrol')).toMatchObject({ students: 0, idSum: 0, characters: 0 });
    const large = { name: '', id: 2 ** 53 - 1, courseCode: '' };
    expect(await call('enrol', { students: [large] })).toMatchObject({ idSum: 2 ** 53 - 1 });
    await expect(call('enrol', { students: [large, { ...large, id: 1 }] })).rejects.toThrow(
      InvalidInput,
    );
  });

  it('digests a file, whole and in parts', async () => {
    const { handlers } = await openWorkload('team', serviceSetupSchema.parse({}));
    const content = Buffer.from('abcdef');
    const receipt = { bytes: 6, sha256: createHash('sha256').update('abcdef').digest('hex') };
    const upload = handlers.upload as Handler;
    expect(upload({ name: 'x', content })).toEqual(receipt);
    expect(upload({ name: 'x' })).toMatchObject({ bytes: 0 });
    async function* parts() {
      yield { content: content.subarray(0, 2) };
      yield {};
      yield { content: content.subarray(2) };
    }
    expect(await (handlers['upload-streamed'] as RequestStreamHandler)(parts())).toEqual(receipt);
  });

  it('records each allocation in its database, under the next number', async () => {
    const data = { rowsRead: 3, rowsHeld: 2 };
    const call = await open('team', { data, database: { kind: 'sqlite' } });
    const one = { name: 'Zoë', id: 113_518, courseCode: 'X' };
    for (let n = 0; n < 3; n++) {
      expect(await call('allocate', one)).toMatchObject({
        teamDetails: { member1: 'Zoë', member2: 'Farina', member2id: 113_521, groupId: 879_254 },
      });
    }
    expect(await call('allocate', { ...one, id: 113_516 })).toMatchObject({
      teamDetails: { member2: 'Gregor', member1id: 113_516 },
    });
  });
});

describe('delivery', () => {
  const handlers = deliveryHandlers({
    text: 'ascii',
    seed: 1,
    fields: 'full',
    dates: 'full',
    data: { centres: 2, days: 2, trips: 2, deliveries: 3, customers: 2, users: 4 },
  });
  const ask = (request: Message) => handlers.trips(request).trips as readonly Message[];
  const day = (from: string, until: string, distributionCentreId = 'C000000') => ({
    distributionCentreId,
    from,
    until,
  });
  const ids = (...given: Parameters<typeof day>) => ask(day(...given)).map(({ tripId }) => tripId);

  it('lists the trips of a centre that begin in a window, without its end', () => {
    expect(ids('2020-06-15', '2020-06-16')).toEqual(['T000000', 'T000001']);
    expect(ids('2020-06-15', '2020-06-16', 'C000001')).toEqual(['T000002', 'T000003']);
    expect(ids('2020-06-16', '2020-06-17')).toEqual(['T000004', 'T000005']);
    expect(ids('2020-06-15', '2020-06-17')).toHaveLength(4);
    expect(ids('2020-06-13', '2020-06-15')).toEqual([]);
    const [first, second] = ask(day('2020-06-15', '2020-06-16')).map(({ start }) => String(start));
    expect(ids(first ?? '', second ?? '')).toEqual(['T000000']);
    expect(ids(second ?? '', '2020-06-16')).toEqual(['T000001']);
    expect(ids(first ?? '', first ?? '')).toEqual([]);
  });

  it('nests deliveries with their users, and gives each by its id', () => {
    const { trips } = handlers.overview(day('2020-06-16', '2020-06-17', 'C000001'));
    const nested = (trips as readonly Message[]).map(({ tripId, deliveries }) => [
      tripId,
      (deliveries as readonly Message[]).map(({ deliveryId, user }) => [
        deliveryId,
        (user as Message).userId,
      ]),
    ]);
    expect(nested).toEqual([
      [
        'T000006',
        [
          ['D000009', 'U000002'],
          ['D000011', 'U000002'],
        ],
      ],
      ['T000007', [['D000010', 'U000003']]],
    ]);
    expect(handlers['delivery-ids']({ id: 'T000006' })).toEqual({ ids: ['D000009', 'D000011'] });
    expect(handlers.user({ id: 'U000003' })).toMatchObject({ userId: 'U000003' });
    expect(handlers.centre({ id: 'C000001' })).toMatchObject({ distributionCentreId: 'C000001' });
    expect(handlers.delivery({ id: 'D000011' })).toMatchObject({ deliveryId: 'D000011' });
  });

  it('refuses what is not there, and windows that are none', () => {
    expect(() => handlers.user({ id: 'U000004' })).toThrow(
      new NotFound('There is no user with the id U000004'),
    );
    expect(() => handlers.centre({ id: 'C000002' })).toThrow(
      new NotFound('There is no distribution centre with the id C000002'),
    );
    expect(() => handlers.delivery({ id: 'D000012' })).toThrow('no delivery with the id D000012');
    expect(() => handlers['delivery-ids']({ id: 'T000008' })).toThrow(
      'no trip with the id T000008',
    );
    expect(() => ask(day('2020-06-15', '2020-06-16', 'C9'))).toThrow(NotFound);
    const words = 'must be a date or a date with a time, such as 2020-06-15';
    expect(() => ask(day('today', '2020-06-16'))).toThrow(new InvalidInput(`from ${words}`));
    expect(() => ask(day('2020-06-15', ''))).toThrow(new InvalidInput(`until ${words}`));
  });
});

describe('the pool of users to delete', () => {
  const setup = { text: 'ascii', seed: 3, fields: 'full', dates: 'full' } as const;

  function poolOf(insert: (rows: readonly Row[]) => Promise<void>) {
    const inserted: Row[][] = [];
    const database: Pick<Database, 'insert'> = {
      insert: (_table, rows) => {
        inserted.push([...rows]);
        return insert(rows);
      },
    };
    return { pool: new DeletablePool(database as Database, setup), inserted };
  }

  it('is made in blocks of two hundred, each once, and within its bounds', async () => {
    const { pool, inserted } = poolOf(async () => undefined);
    const first = firstDeletable;
    await Promise.all([first, first + 199, first + 5].map((id) => pool.make(id)));
    expect(inserted.map((rows) => [rows.length, rows[0]?.id, rows.at(-1)?.id])).toEqual([
      [200, first, first + 199],
    ]);
    expect(inserted[0]?.[7]).toEqual({ ...deletableUser(first + 7, setup), password: '!' });
    await pool.make(first + 200);
    expect(inserted[1]?.map(({ id }) => id)).toContain(first + 200);
    await pool.make(lastDeletable);
    for (const id of [first - 1, lastDeletable + 1, 1]) await pool.make(id);
    expect(inserted).toHaveLength(3);
  });

  it('is tried again after a failure, which every waiting request has', async () => {
    let failing = true;
    const { pool, inserted } = poolOf(async () => {
      if (failing) throw new Error('no room');
    });
    const both = [pool.make(firstDeletable), pool.make(firstDeletable + 1)];
    for (const one of both) await expect(one).rejects.toThrow('no room');
    failing = false;
    await pool.make(firstDeletable);
    expect(inserted).toHaveLength(2);
  });
});

it('store: takes passwords up to their limit, and no more users than there is room for', async () => {
  const setup = serviceSetupSchema.parse({ data: { bcryptCost: 0, users: 2 } });
  const somebody = { username: 'ana', email: 'ana@mail.test', role: 'EMPLOYEE' };
  const { handlers } = await openStoreWorkload(setup);
  const create = handlers['create-user'] as Handler;
  expect(await create({ ...somebody, password: 'x'.repeat(72) })).toMatchObject({ id: 3 });
  await expect(create({ ...somebody, email: 'b', password: 'x'.repeat(73) })).rejects.toThrow(
    new InvalidInput('A password has at most 72 bytes.'),
  );
  await expect(create({ ...somebody, password: 'x' })).rejects.toThrow(
    new Conflict('A user with this e-mail address exists already.'),
  );
  expect(await create({ ...somebody, email: 'c', password: 'x' })).toMatchObject({ id: 4 });
});
