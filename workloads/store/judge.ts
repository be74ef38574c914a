import type { Message, Value } from '../description.ts';
import { answerDifference } from '../messages/difference.ts';
import {
  deletableUser,
  editOf,
  type StoreSeed,
  seededEntity,
  seededUser,
  storeNow,
} from './data.ts';
import type { StoreData, StoreShape } from './shapes.ts';

/**
 * Judges answers of the store. Written separately from the services' handlers, so that verification is an
 * independent check, not the same code run twice.
 */
type Judge = (request: Message, answer: Message) => string | null;

/** As the user is after its update. */
function editedUser(id: number, setup: StoreSeed): Message {
  const { username = '', email = '' } = editOf(id, setup);
  return { ...seededUser(id, setup), username, email, updatedAt: storeNow(setup.dates) };
}

/** A user is initial, or as its update leaves it: other requests may have come before. */
function differingUser(id: number, answer: Message, setup: StoreSeed): string | null {
  const wrong = answerDifference(seededUser(id, setup), answer);
  if (wrong === null || answerDifference(editedUser(id, setup), answer) === null) return null;
  return wrong;
}

function judgeCreated(
  { users }: StoreData,
  setup: StoreSeed,
  request: Message,
  answer: Message,
): string | null {
  const { id } = answer;
  if (typeof id !== 'number' || id <= users) return 'The answer has no new id';
  const now = storeNow(setup.dates);
  const { username = '', email = '', role = '' } = request;
  return answerDifference({ id, username, email, role, createdAt: now, updatedAt: now }, answer);
}

/** Whether `a` may precede `b`: texts by code points, numbers by value. */
function inOrder(a: Value, b: Value): -1 | 0 | 1 {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [Array.from(String(a)), Array.from(String(b))];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const step = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (step !== 0) return step < 0 ? -1 : 1;
  }
  return left.length < right.length ? -1 : left.length > right.length ? 1 : 0;
}

function outOfOrder(list: readonly Message[], { orderby, order }: StoreShape): string | null {
  const sign = order === 'asc' ? 1 : -1;
  for (let i = 1; i < list.length; i++) {
    const [a = {}, b = {}] = [list[i - 1], list[i]];
    const step = inOrder(a[orderby] ?? '', b[orderby] ?? '') * sign;
    const tie = step === 0 && Number(a.id) >= Number(b.id);
    if (step > 0 || tie) return `The answer's list is out of order at ${i}`;
  }
  return null;
}

const messagesOf = (value: Value | undefined): readonly Message[] =>
  Array.isArray(value) ? (value as readonly Message[]) : [];

function judgeUsers(data: StoreData, setup: StoreSeed, shape: StoreShape, answer: Message) {
  const list = messagesOf(answer.users);
  const seeded = list.filter(({ id }) => Number(id) <= data.users);
  if (seeded.length !== data.users) {
    return `The answer lists ${seeded.length} of ${data.users} users`;
  }
  const ids = new Set(list.map(({ id }) => id));
  if (ids.size !== list.length) return 'The answer lists a user twice';
  for (const user of seeded) {
    const id = Number(user.id);
    const wrong = Number.isInteger(id) && id > 0 ? differingUser(id, user, setup) : 'unknown';
    if (wrong !== null) return `The answer has a different user ${id} than the store`;
  }
  return outOfOrder(list, shape);
}

function judgeEntities(data: StoreData, setup: StoreSeed, shape: StoreShape, answer: Message) {
  const list = messagesOf(answer.products);
  if (list.length !== data.productEntities) {
    return `The answer lists ${list.length} of ${data.productEntities} product entities`;
  }
  for (const entity of list) {
    const id = Number(entity.id);
    const known = Number.isInteger(id) && id >= 1 && id <= data.productEntities;
    const expected = known && seededEntity(id, data.productsPerEntity, setup);
    if (!expected || answerDifference(expected, entity) !== null) {
      return `The answer has a different product entity ${id} than the store`;
    }
  }
  return outOfOrder(list, shape);
}

/** The judge of a shape's answers. */
export function storeJudge(shape: StoreShape, data: StoreData, setup: StoreSeed): Judge {
  switch (shape.operation) {
    case 'create-user':
      return (request, answer) => judgeCreated(data, setup, request, answer);
    case 'update-user':
      return ({ id }, answer) => answerDifference(editedUser(Number(id), setup), answer);
    case 'delete-user':
      return ({ id }, answer) => answerDifference(deletableUser(Number(id), setup), answer);
    case 'get-user':
      return ({ id }, answer) => differingUser(Number(id), answer, setup);
    case 'list-users':
      return (_request, answer) => judgeUsers(data, setup, shape, answer);
    case 'list-product-entities':
      return (_request, answer) => judgeEntities(data, setup, shape, answer);
  }
}
