import type {
  EnumType,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from '../description.ts';

/** Permissions of a user. */
const userRoles: EnumType = {
  kind: 'enum',
  name: 'UserRoles',
  values: ['ADMIN', 'EMPLOYEE'],
};

/** A user to be created. */
const userDto: MessageType = {
  kind: 'message',
  name: 'UserDTO',
  fields: [
    { name: 'username', number: 1, type: 'string' },
    { name: 'email', number: 2, type: 'string' },
    { name: 'password', number: 3, type: 'string' },
    { name: 'role', number: 4, type: userRoles },
  ],
};

/** Fields of a user that can be changed. */
const editUserDto: MessageType = {
  kind: 'message',
  name: 'EditUserDTO',
  fields: [
    { name: 'username', number: 1, type: 'string' },
    { name: 'email', number: 2, type: 'string' },
    { name: 'id', number: 3, type: 'int32' },
  ],
};

const userId: MessageType = {
  kind: 'message',
  name: 'UserId',
  fields: [{ name: 'id', number: 1, type: 'int32' }],
};

/** If left out, a list is ordered by id. */
const ordering: MessageType = {
  kind: 'message',
  name: 'Ordering',
  fields: [
    { name: 'orderby', number: 1, type: 'string', optional: true },
    { name: 'order', number: 2, type: 'string', optional: true },
  ],
};

const stamps = (first: number) =>
  [
    { name: 'createdAt', number: first, type: 'stamp' },
    { name: 'updatedAt', number: first + 1, type: 'stamp' },
  ] as const;

const userResponse: MessageType = {
  kind: 'message',
  name: 'UserResponse',
  fields: [
    { name: 'id', number: 1, type: 'int32' },
    { name: 'username', number: 2, type: 'string' },
    { name: 'email', number: 3, type: 'string' },
    { name: 'role', number: 4, type: userRoles },
    ...stamps(5),
  ],
};

const userCatalog: MessageType = {
  kind: 'message',
  name: 'UserResponseCatalog',
  fields: [{ name: 'users', number: 1, type: userResponse, repeated: true }],
};

const product: MessageType = {
  kind: 'message',
  name: 'Product',
  fields: [
    { name: 'id', number: 1, type: 'int32' },
    { name: 'entityId', number: 2, type: 'int32' },
    { name: 'sold', number: 3, type: 'bool' },
    ...stamps(4),
  ],
};

const productEntity: MessageType = {
  kind: 'message',
  name: 'ProductEntity',
  fields: [
    { name: 'id', number: 1, type: 'int32' },
    { name: 'name', number: 2, type: 'string' },
    ...stamps(3),
    { name: 'products', number: 5, type: product, repeated: true },
  ],
};

const productEntityCatalog: MessageType = {
  kind: 'message',
  name: 'ProductEntityCatalog',
  fields: [{ name: 'products', number: 1, type: productEntity, repeated: true }],
};

/** Keys for ordering lists. */
export const orderings = {
  'list-users': ['id', 'username', 'email', 'role', 'createdAt', 'updatedAt'],
  'list-product-entities': ['id', 'name', 'createdAt', 'updatedAt'],
} as const;
export type ListOperation = keyof typeof orderings;
const orderOf = (list: ListOperation) => ({
  orderby: { enum: orderings[list] },
  order: { enum: ['asc', 'desc'] },
});

/** bcrypt ignores the remainder of a longer password, so it is refused. */
export const passwordBytes = 72;
/** Characters take up to four bytes in UTF-8, ASCII ones take one. */
const password = {
  description: `At most ${passwordBytes} bytes in UTF-8`,
  minLength: 1,
  anyOf: [{ maxLength: passwordBytes / 4 }, { pattern: `^[\\u0001-\\u007f]{1,${passwordBytes}}$` }],
};

const read = { stream: 'none', changes: false, refusals: ['pool'] } as const;
const write = { stream: 'none', changes: true } as const;
/** For a user who may not exist. */
const ofUser = ['not-found', 'pool'] as const;

export const storeOperations = {
  'create-user': {
    ...write,
    name: 'create-user',
    accepts: { password },
    refusals: ['conflict', 'pool'],
    method: 'CreateUser',
    field: 'createUser',
    doc: 'Creates a user with a hashed password; the e-mail address must be new.',
    request: userDto,
    response: userResponse,
    http: { method: 'POST', path: '/users', query: [] },
  },
  'update-user': {
    ...write,
    name: 'update-user',
    refusals: [...ofUser, 'conflict'],
    method: 'UpdateUser',
    field: 'updateUser',
    doc: 'Changes the name and the e-mail address of a user.',
    request: editUserDto,
    response: userResponse,
    http: { method: 'PUT', path: '/users/{id}', query: [] },
  },
  'delete-user': {
    ...write,
    name: 'delete-user',
    refusals: ofUser,
    method: 'DeleteUser',
    field: 'deleteUser',
    doc: 'Deletes a user and answers with what it was.',
    request: userId,
    response: userResponse,
    http: { method: 'DELETE', path: '/users/{id}', query: [] },
  },
  'get-user': {
    ...read,
    name: 'get-user',
    refusals: ofUser,
    method: 'GetUser',
    field: 'user',
    doc: 'One user by its id.',
    request: userId,
    response: userResponse,
    http: { method: 'GET', path: '/users/{id}', query: [] },
  },
  'list-users': {
    ...read,
    name: 'list-users',
    accepts: orderOf('list-users'),
    method: 'ListUsers',
    field: 'users',
    doc: 'All users in the asked order.',
    request: ordering,
    response: userCatalog,
    http: { method: 'GET', path: '/users', query: ['orderby', 'order'] },
  },
  'list-product-entities': {
    ...read,
    name: 'list-product-entities',
    accepts: orderOf('list-product-entities'),
    method: 'ListProductEntities',
    field: 'productEntities',
    doc: 'All product entities in the asked order, each with its products.',
    request: ordering,
    response: productEntityCatalog,
    http: { method: 'GET', path: '/products/entities', query: ['orderby', 'order'] },
  },
} as const satisfies Record<string, OperationDescription>;
export type StoreOperation = keyof typeof storeOperations;

export const storeDescription = {
  name: 'store',
  doc: 'A convenience store with users, whose passwords are hashed, and products in groups.',
  package: 'wirebench.store.v1',
  service: 'StoreService',
  operations: storeOperations,
} as const satisfies WorkloadDescription;
