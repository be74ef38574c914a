import type {
  EnumType,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from '../description.ts';

/** Bounds of an answer's JSON. The lower one leaves space for the object of numbers, whatever its text. */
export const minBytes = 500;
export const maxBytes = 20_000_000;

/** A message without fields: its encoding has no bytes in JSON over HTTP and in Protobuf. */
const empty: MessageType = { kind: 'message', name: 'Empty', fields: [] };

/** Empty for the published sizes; custom shapes give the length of the answer's JSON. */
const itemsRequest: MessageType = {
  kind: 'message',
  name: 'ItemsRequest',
  fields: [{ name: 'bytes', number: 1, type: 'int32', optional: true }],
};

/** One object of texts and numbers. */
export const itemsStatus: MessageType = {
  kind: 'message',
  name: 'ItemsStatus',
  fields: [
    { name: 'company', number: 1, type: 'string' },
    { name: 'warehouse', number: 2, type: 'string' },
    { name: 'currency', number: 3, type: 'string' },
    { name: 'items', number: 4, type: 'int32' },
    { name: 'units', number: 5, type: 'int64' },
    { name: 'value', number: 6, type: 'double' },
    { name: 'lowStock', number: 7, type: 'int32' },
    { name: 'remark', number: 8, type: 'string' },
  ],
};

const category: EnumType = {
  kind: 'enum',
  name: 'Category',
  values: ['TOOLS', 'FASTENERS', 'ELECTRICAL', 'PLUMBING', 'GARDEN'],
};

const condition: EnumType = {
  kind: 'enum',
  name: 'Condition',
  values: ['AS_NEW', 'USED', 'REFURBISHED', 'DAMAGED'],
};

const itemSummary: MessageType = {
  kind: 'message',
  name: 'ItemSummary',
  fields: [
    { name: 'id', number: 1, type: 'int32' },
    { name: 'articleNumber', number: 2, type: 'string' },
    { name: 'name', number: 3, type: 'string' },
    { name: 'category', number: 4, type: category },
    { name: 'price', number: 5, type: 'double' },
    { name: 'quantity', number: 6, type: 'int32' },
    { name: 'available', number: 7, type: 'bool' },
  ],
};

/** A list of identical objects; the remark pads it to the requested size. */
export const itemsSummary: MessageType = {
  kind: 'message',
  name: 'ItemsSummary',
  fields: [
    { name: 'items', number: 1, type: itemSummary, repeated: true },
    { name: 'remark', number: 2, type: 'string' },
  ],
};

const dimensions: MessageType = {
  kind: 'message',
  name: 'Dimensions',
  fields: [
    { name: 'lengthMm', number: 1, type: 'int32' },
    { name: 'widthMm', number: 2, type: 'int32' },
    { name: 'heightMm', number: 3, type: 'int32' },
    { name: 'weightKg', number: 4, type: 'double' },
  ],
};

const supplier: MessageType = {
  kind: 'message',
  name: 'Supplier',
  fields: [
    { name: 'id', number: 1, type: 'int32' },
    { name: 'name', number: 2, type: 'string' },
    { name: 'country', number: 3, type: 'string' },
    { name: 'preferred', number: 4, type: 'bool' },
  ],
};

const stockLevel: MessageType = {
  kind: 'message',
  name: 'StockLevel',
  fields: [
    { name: 'site', number: 1, type: 'string' },
    { name: 'quantity', number: 2, type: 'int32' },
    { name: 'reserved', number: 3, type: 'int32' },
  ],
};

const item: MessageType = {
  kind: 'message',
  name: 'Item',
  fields: [
    ...itemSummary.fields,
    { name: 'description', number: 8, type: 'string' },
    { name: 'condition', number: 9, type: condition },
    { name: 'dimensions', number: 10, type: dimensions },
    { name: 'supplier', number: 11, type: supplier },
    { name: 'stock', number: 12, type: stockLevel, repeated: true },
    { name: 'tags', number: 13, type: 'string', repeated: true },
    { name: 'discontinuedOn', number: 14, type: 'string', optional: true },
    { name: 'replacedBy', number: 15, type: 'int32', optional: true },
  ],
};

/** Like {@link itemsSummary}, with all details of each item. */
export const itemsFull: MessageType = {
  kind: 'message',
  name: 'ItemsFull',
  fields: [
    { name: 'items', number: 1, type: item, repeated: true },
    { name: 'remark', number: 2, type: 'string' },
  ],
};

const read = {
  request: itemsRequest,
  stream: 'none',
  changes: false,
  accepts: { bytes: { minimum: minBytes, maximum: maxBytes } },
} as const;

export const inventoryOperations = {
  'heart-beat': {
    ...read,
    name: 'heart-beat',
    method: 'HeartBeat',
    field: 'heartBeat',
    doc: 'Says nothing at all, to see how long nothing takes.',
    request: empty,
    response: empty,
    accepts: {},
    http: { method: 'GET', path: '/inventory/heartbeat', query: [] },
  },
  'items-status': {
    ...read,
    name: 'items-status',
    method: 'ItemsStatus',
    field: 'itemsStatus',
    doc: 'Figures of the whole inventory in one object.',
    response: itemsStatus,
    http: { method: 'GET', path: '/inventory/status', query: ['bytes'] },
  },
  'items-summary': {
    ...read,
    name: 'items-summary',
    method: 'ItemsSummary',
    field: 'itemsSummary',
    doc: 'A short object for each item.',
    response: itemsSummary,
    http: { method: 'GET', path: '/inventory/items/summary', query: ['bytes'] },
  },
  'items-full': {
    ...read,
    name: 'items-full',
    method: 'ItemsFull',
    field: 'itemsFull',
    doc: 'Everything there is to know of each item.',
    response: itemsFull,
    http: { method: 'GET', path: '/inventory/items', query: ['bytes'] },
  },
} as const satisfies Record<string, OperationDescription>;
export type InventoryOperation = keyof typeof inventoryOperations;

export const inventoryDescription = {
  name: 'inventory',
  doc: 'What a company has in stock: nothing, one object, and lists of short and of full objects, of any size.',
  package: 'wirebench.inventory.v1',
  service: 'InventoryService',
  operations: inventoryOperations,
} as const satisfies WorkloadDescription;
