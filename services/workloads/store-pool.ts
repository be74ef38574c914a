import {
  deletableUser,
  firstDeletable,
  lastDeletable,
  type StoreSeed,
} from '../../workloads/store/data.ts';
import type { Database } from './database/database.ts';
import { userRow } from './store-tables.ts';

/** Users that are made at a time. */
const blockUsers = 200;

/**
 * The users that are there to be deleted. They would fill every list of users, so they come into being a
 * block at a time, when the first of the block is asked for; one that was deleted does not come back.
 */
export class DeletablePool {
  readonly #database: Database;
  readonly #setup: StoreSeed;
  readonly #blocks = new Map<number, Promise<void>>();

  constructor(database: Database, setup: StoreSeed) {
    this.#database = database;
    this.#setup = setup;
  }

  /** Sees to it that the user has been made, where it is one of these. */
  async make(id: number): Promise<void> {
    if (id < firstDeletable || id > lastDeletable) return;
    const block = Math.floor((id - firstDeletable) / blockUsers);
    const made = this.#blocks.get(block) ?? this.#fill(block);
    this.#blocks.set(block, made);
    try {
      await made;
    } catch (error) {
      // The next request of the block tries again.
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
