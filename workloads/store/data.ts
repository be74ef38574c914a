import type { DatesLevel } from '../../contracts/experiment/environment-factors.ts';
import type { TextKind } from '../../contracts/words.ts';
import type { Message } from '../description.ts';
import { makeText } from '../messages/text.ts';

/** Inputs that determine the content of a store. */
export interface StoreSeed {
  readonly text: TextKind;
  readonly seed: number;
  readonly dates: DatesLevel;
}

export interface StoreUser extends Message {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface StoreProduct extends Message {
  readonly id: number;
  readonly entityId: number;
  readonly sold: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StoreEntity extends Message {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly products: readonly StoreProduct[];
}

/** First id of the users that exist to be deleted: the service creates them on demand. */
export const firstDeletable = 10_000_001;
/** The last of them. */
export const lastDeletable = 2_000_000_000;

const day = 86_400_000;
const epoch = Date.UTC(2025, 0, 1, 6);

/** A moment in a message: a local time of 23 characters, or only the date. */
function stamp(time: number, dates: DatesLevel): string {
  return new Date(time).toISOString().slice(0, dates === 'full' ? 23 : 10);
}

/**
 * Time of every change that a request makes: 9 June 2025, 12:34:56.789. The store's clock is fixed, so that
 * the same request has the same answer in every protocol.
 */
export function storeNow(dates: DatesLevel): string {
  return stamp(Date.UTC(2025, 5, 9, 12, 34, 56, 789), dates);
}

/** Stamps of an item, derived from its id, within a hundred days. */
function stampsOf(id: number, dates: DatesLevel) {
  const created = epoch + ((id * 7_654_321) % (100 * day));
  return { createdAt: stamp(created, dates), updatedAt: stamp(created + 3 * day, dates) };
}

const tail = '@mail.test';
const padded = (number: number, length: number) => number.toString(36).padStart(length, '0');
const roleOf = (id: number) => (id % 10 === 1 ? 'ADMIN' : 'EMPLOYEE');

/** An initial user, by id (from 1). */
export function seededUser(id: number, { text, seed, dates }: StoreSeed): StoreUser {
  return {
    id,
    username: makeText(text, 8, seed * 31 + id),
    email: `${padded(id, 4)}${tail}`,
    role: roleOf(id),
    ...stampsOf(id, dates),
  };
}

/** A user that exists to be deleted, by id (from {@link firstDeletable}). */
export function deletableUser(id: number, { text, seed, dates }: StoreSeed): StoreUser {
  return {
    id,
    username: makeText(text, 12, seed * 37 + id),
    email: `gone${padded(id, 9)}${tail}`,
    role: 'EMPLOYEE',
    ...stampsOf(id, dates),
  };
}

/** The update of a user: always the same for one id. */
export function editOf(id: number, { text, seed }: StoreSeed): Message {
  return {
    username: makeText(text, 15, seed * 41 + id),
    email: `edit${padded(id, 13)}${tail}`,
    id,
  };
}

/** The user of a create request: each sequence has its own e-mail address. */
export function newUser(sequence: number, { text, seed }: StoreSeed): Message {
  return {
    username: makeText(text, 13, seed * 43 + sequence),
    email: `${padded(seed, 7)}${padded(sequence, 7)}${tail}`,
    password: makeText('ascii', 20, seed * 47 + sequence),
    role: 'EMPLOYEE',
  };
}

/** A product entity, by id (from 1), with the requested number of products. */
export function seededEntity(id: number, products: number, setup: StoreSeed): StoreEntity {
  const { text, seed, dates } = setup;
  return {
    id,
    name: makeText(text, 41, seed * 53 + id),
    ...stampsOf(id, dates),
    products: Array.from({ length: products }, (_, index) => {
      const product = (id - 1) * products + index + 1;
      return { id: product, entityId: id, sold: product % 3 === 0, ...stampsOf(product, dates) };
    }),
  };
}
