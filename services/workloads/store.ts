import { hash } from 'bcrypt';
import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { firstDeletable, storeNow } from '../../workloads/store/data.ts';
import { passwordBytes } from '../../workloads/store/messages.ts';
import { type StoreData, storeDataSchema } from '../../workloads/store/shapes.ts';
import { type Database, DuplicateRow, type Row } from './database/database.ts';
import { openTables } from './database/open.ts';
import type { Handler, OpenedWorkload } from './handlers.ts';
import { Conflict, InvalidInput, NotFound } from './refusals.ts';
import { entityLister, publicUser, userLister } from './store-lists.ts';
import { DeletablePool } from './store-pool.ts';
import { storeTables } from './store-tables.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const taken = () => new Conflict('A user with this e-mail address exists already.');
const unknown = () => new NotFound('User not found.');

/** Converts the database's duplicate error to the store's. */
async function distinct<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw error instanceof DuplicateRow ? taken() : error;
  }
}

/** The user of an expected row. @throws NotFound */
function existing(row: Row | undefined): Message {
  if (!row) throw unknown();
  return publicUser(row);
}

/** Operations on users. */
class Users {
  readonly #database: Database;
  readonly #pool: DeletablePool;
  readonly #cost: number;
  readonly #now: string;
  #lastId: number;

  constructor(database: Database, { bcryptCost, users }: StoreData, setup: ServiceSetup) {
    this.#database = database;
    this.#pool = new DeletablePool(database, setup);
    this.#cost = bcryptCost;
    this.#now = storeNow(setup.dates);
    this.#lastId = users;
  }

  readonly create: Handler = async (request) => {
    const password = text(request.password);
    if (password === '') throw new InvalidInput('Please provide the password.');
    if (Buffer.byteLength(password) > passwordBytes) {
      throw new InvalidInput(`A password has at most ${passwordBytes} bytes.`);
    }
    const email = text(request.email);
    if (await this.#database.find('users', 'email', email)) throw taken();
    const hashed = this.#cost === 0 ? password : await hash(password, this.#cost);
    if (this.#lastId + 1 >= firstDeletable) throw new Conflict('The store takes no more users.');
    const [createdAt, updatedAt] = [this.#now, this.#now];
    const id = ++this.#lastId;
    const user = { id, username: text(request.username), email, role: text(request.role) };
    const row = { ...user, createdAt, updatedAt };
    await distinct(this.#database.insert('users', [{ ...row, password: hashed }]));
    return row;
  };

  readonly update: Handler = async (request) => {
    const changes = {
      username: text(request.username),
      email: text(request.email),
      updatedAt: this.#now,
    };
    return existing(await distinct(this.#database.update('users', Number(request.id), changes)));
  };

  readonly remove: Handler = async (request) => {
    const id = Number(request.id);
    await this.#pool.make(id);
    return existing(await this.#database.remove('users', id));
  };

  readonly get: Handler = async (request) =>
    existing(await this.#database.find('users', 'id', Number(request.id)));
}

/** The store, in memory or in a database. @param open opens the database, with its tables. */
export async function openStoreWorkload(
  setup: ServiceSetup,
  open: typeof openTables = openTables,
): Promise<OpenedWorkload> {
  const data = storeDataSchema.parse(setup.data);
  const database = await open(setup.database, storeTables(data, setup));
  const users = new Users(database, data, setup);
  return {
    handlers: {
      'create-user': users.create,
      'update-user': users.update,
      'delete-user': users.remove,
      'get-user': users.get,
      'list-users': userLister(database),
      'list-product-entities': entityLister(database),
    },
    stop: () => database.close(),
  };
}
