import { z } from 'zod';
import { formatCount } from '../../metrics/format.ts';
import { type InventoryOperation, maxBytes, minBytes } from './messages.ts';

const size = z
  .int({ error: 'expected a whole number of bytes' })
  .min(minBytes, `expected at least ${minBytes} bytes`)
  .max(maxBytes, `expected at most ${maxBytes} bytes`);

/** Sizes of the JSON of the answers for the shapes `s`, `m` and `l`, in bytes. */
export const inventoryDataSchema = z.strictObject({
  sizes: z
    .strictObject({
      s: size.default(646),
      m: size.default(49_945),
      l: size.default(500_820),
    })
    .prefault({}),
});
export type InventoryData = z.output<typeof inventoryDataSchema>;

/** Size of an operation's answer if its request names none. */
export const sizeOf = {
  'items-status': 's',
  'items-summary': 'm',
  'items-full': 'l',
} as const satisfies Partial<Record<InventoryOperation, keyof InventoryData['sizes']>>;
export type SizedOperation = keyof typeof sizeOf;

export interface InventoryShape {
  readonly operation: InventoryOperation;
  /** Requested size; null if the request names none. */
  readonly bytes: number | null;
}

const named = {
  xs: { operation: 'heart-beat', bytes: null, doc: 'heart beat, empty' },
  s: { operation: 'items-status', bytes: null, doc: 'items-status, one object' },
  m: { operation: 'items-summary', bytes: null, doc: 'items-summary, a list of short objects' },
  l: { operation: 'items-full', bytes: null, doc: 'items-full, a list of full objects' },
} as const satisfies Record<string, InventoryShape & { doc: string }>;

export const inventoryShapes = Object.entries(named).map(([name, { doc }]) => ({ name, doc }));

export const inventoryShapeHelp = `expected xs, s, m, l, or OPERATION:BYTES such as items-status:1000, items-summary:100000 or items-full:500000 (${minBytes} to ${maxBytes} bytes)`;

export const customInventoryShape = /^(items-status|items-summary|items-full):(\d{1,8})$/;

/** Reads `xs`, `s`, `m`, `l`, or a custom shape such as `items-full:500000`. */
export function parseInventoryShape(name: string): InventoryShape | null {
  if (Object.hasOwn(named, name)) return named[name as keyof typeof named];
  const match = customInventoryShape.exec(name);
  if (!match) return null;
  const bytes = Number(match[2]);
  if (bytes < minBytes || bytes > maxBytes) return null;
  return { operation: match[1] as SizedOperation, bytes };
}

export function inventoryShapeDoc(name: string): string | null {
  const shape = parseInventoryShape(name);
  if (!shape) return null;
  if (shape.bytes === null) return named[name as keyof typeof named].doc;
  return `${shape.operation}, ${formatCount(shape.bytes)} bytes`;
}
