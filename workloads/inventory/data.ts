import type { TextKind } from '../../contracts/words.ts';
import type { Message, MessageType } from '../description.ts';
import { jsonBytes } from '../messages/json-bytes.ts';
import { makeText, randomSource } from '../messages/text.ts';
import { itemsFull, itemsStatus, itemsSummary } from './messages.ts';
import type { SizedOperation } from './shapes.ts';

/** Inputs that determine an inventory. */
export interface InventorySeed {
  readonly text: TextKind;
  readonly seed: number;
}

/** An integer from `low` to `high`, inclusive. */
function between(random: () => number, low: number, high: number): number {
  return low + (random() % (high - low + 1));
}

/** Texts of a given length, different for each seed. */
function texts({ text, seed }: InventorySeed): (length: number) => string {
  let made = 0;
  return (length) => {
    made++;
    return makeText(text, length, seed * 1009 + made);
  };
}

function summaryOf(setup: InventorySeed): Message {
  const random = randomSource(setup.seed);
  const text = texts(setup);
  return {
    id: between(random, 100_000, 199_999),
    articleNumber: `${between(random, 100, 999)}-${between(random, 1000, 9999)}`,
    name: text(37),
    category: 'FASTENERS',
    price: between(random, 1_000, 9_999) / 16,
    quantity: between(random, 1_000, 9_999),
    available: true,
  };
}

function fullOf(setup: InventorySeed): Message {
  const random = randomSource(setup.seed + 1);
  const text = texts({ ...setup, seed: setup.seed + 1 });
  const site = (name: string) => ({
    site: name,
    quantity: between(random, 1_000, 9_999),
    reserved: between(random, 100, 999),
  });
  return {
    ...summaryOf(setup),
    description: text(130),
    condition: 'REFURBISHED',
    dimensions: {
      lengthMm: between(random, 100, 999),
      widthMm: between(random, 100, 999),
      heightMm: between(random, 100, 999),
      weightKg: between(random, 1_000, 9_999) / 16,
    },
    supplier: {
      id: between(random, 10_000, 99_999),
      name: text(12),
      country: 'SE',
      preferred: false,
    },
    stock: ['north', 'south', 'harbour'].map(site),
    tags: [text(6), text(6)],
  };
}

function statusOf(setup: InventorySeed): Message {
  const random = randomSource(setup.seed);
  const text = texts(setup);
  return {
    company: text(20),
    warehouse: text(16),
    currency: 'SEK',
    items: between(random, 10_000, 99_999),
    units: between(random, 1_000_000, 9_999_999),
    value: between(random, 1_000_000, 9_999_999) + 0.25,
    lowStock: between(random, 100, 999),
  };
}

interface Filling {
  readonly type: MessageType;
  /** The answer with this many items and this remark. */
  make(items: number, remark: string): Message;
  /** Bytes of JSON per additional item; 0 without a list. */
  readonly itemBytes: number;
}

function listFilling(type: MessageType, item: Message): Filling {
  const make = (count: number, remark: string) => ({
    items: new Array<Message>(count).fill(item),
    remark,
  });
  return { type, make, itemBytes: jsonBytes(type, make(2, '')) - jsonBytes(type, make(1, '')) };
}

function fillingOf(operation: SizedOperation, setup: InventorySeed): Filling {
  switch (operation) {
    case 'items-status': {
      const status = statusOf(setup);
      return { type: itemsStatus, make: (_, remark) => ({ ...status, remark }), itemBytes: 0 };
    }
    case 'items-summary':
      return listFilling(itemsSummary, summaryOf(setup));
    case 'items-full':
      return listFilling(itemsFull, fullOf(setup));
  }
}

/**
 * The inventory as an operation returns it: as many identical items as fit into the size, and a remark of
 * plain letters for the remainder, so that the JSON of the answer has exactly `bytes` bytes.
 */
export function inventoryContent(
  operation: SizedOperation,
  bytes: number,
  setup: InventorySeed,
): Message {
  const { type, make, itemBytes } = fillingOf(operation, setup);
  const room = bytes - jsonBytes(type, make(0, ''));
  // The first item has no comma before it.
  const items = itemBytes === 0 ? 0 : Math.floor((room + 1) / itemBytes);
  const rest = bytes - jsonBytes(type, make(items, ''));
  return make(items, makeText('ascii', Math.max(0, rest), setup.seed));
}
