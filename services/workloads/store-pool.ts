import {
  deletableUser,
  firstDeletable,
  lastDeletable,
  type StoreSeed,
} from '../../workloads/store/data.ts';
import type { Database } from './database/database.ts';
import { userRow } from './store-tables.ts';

/** Users created at a time. */
const blockUsers = 200;

/**
 * The users that exist to be deleted. They would fill every list of users, so they are created in blocks,
 * when the first of a block is requested; a deleted one is not recreated.
 */
export class DeletablePool {
  readonly #database: Database;
  readonly #setup: StoreSeed;
  readonly #blocks = new Map<number, Promise<void>>();

  constructor(database: Database, setup: StoreSeed) {
    this.#database = database;
    this.#setup = setup;
  }

  /** Makes sure that the user has been created, if it is one of these. */
  async make(id: number): Promise<void> {
    if (id < firstDeletable || id > lastDeletable) return;
    const block = Math.floor((id - firstDeletable) / blockUsers);
    const made = this.#blocks.get(block) ?? this.#fill(block);
    this.#blocks.set(block, made);
    try {
      await made;
    } catch (error) {
      // The next request of the block retries.
      this.#blocks.delete(block);
      throw error;
    }
  }

  #fill(block: number): Promise<void> {
    const first = firstDeletable + block * blockUsers;
    const rows = Array.from({ length: blockUsers }, (_, index) => {
      const { id, username, email, role, createdAt, updatedAt } = deletableUser(
        first + index,
        this.#setup,
      );
      return userRow({ id, username, email, role, createdAt, updatedAt });
    });
    return this.#database.insert('users', rows);
  }
}
