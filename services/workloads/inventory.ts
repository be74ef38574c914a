import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { inventoryContent } from '../../workloads/inventory/data.ts';
import { maxBytes, minBytes } from '../../workloads/inventory/messages.ts';
import {
  inventoryDataSchema,
  type SizedOperation,
  sizeOf,
} from '../../workloads/inventory/shapes.ts';
import type { Handler, OpenedWorkload } from './handlers.ts';
import { InvalidInput } from './refusals.ts';

/** Number of cached answers; a run requests few sizes. */
const keptAnswers = 8;

/** Creates the answers of an operation once per size, and caches the last few. */
function answers(operation: SizedOperation, setup: ServiceSetup): Handler {
  const { sizes } = inventoryDataSchema.parse(setup.data);
  const usual = sizes[sizeOf[operation]];
  const made = new Map<number, Message>();
  const make = (bytes: number): Message => {
    const content = inventoryContent(operation, bytes, setup);
    const [oldest] = made.keys();
    if (made.size >= keptAnswers && oldest !== undefined) made.delete(oldest);
    made.set(bytes, content);
    return content;
  };
  const first = make(usual);
  return ({ bytes }) => {
    if (bytes === undefined || bytes === usual) return first;
    if (typeof bytes !== 'number' || bytes < minBytes || bytes > maxBytes) {
      throw new InvalidInput(`An answer has from ${minBytes} to ${maxBytes} bytes of JSON`);
    }
    return made.get(bytes) ?? make(bytes);
  };
}

/** The inventory: all its content exists from the start. */
export async function openInventory(setup: ServiceSetup): Promise<OpenedWorkload> {
  const nothing: Message = {};
  return {
    handlers: {
      'heart-beat': () => nothing,
      'items-status': answers('items-status', setup),
      'items-summary': answers('items-summary', setup),
      'items-full': answers('items-full', setup),
    },
    stop: async () => undefined,
  };
}
