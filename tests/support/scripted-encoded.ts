import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { EncodedCall } from '../../contracts/sizes.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { protocolClients } from '../../workers/registry.ts';
import type { MessageSizes } from '../../workers/sizes/size.ts';
import type { Message } from '../../workloads/description.ts';
import { expectedProduct, type Product, productWorkload } from '../../workloads/product/product.ts';

const loaded = protocols.map(
  async (protocol) => [protocol, await protocolClients[protocol].sizes()] as const,
);
const sizes = new Map<Protocol, MessageSizes>(await Promise.all(loaded));
const known = new Map<string, EncodedCall | null>();

/** The bytes of a cell's messages, as in a real run; empty for shapes that are not of the product. */
export function scriptedEncoded({ protocol, shape }: Cell): Pick<TrialResult, 'encoded'> {
  const key = `${protocol} ${shape}`;
  const encoded = known.has(key) ? known.get(key) : encodedCall(protocol, shape);
  known.set(key, encoded ?? null);
  return encoded ? { encoded } : {};
}

const setup = { text: 'ascii', seed: 1, data: {}, fields: 'full', dates: 'full' } as const;

function encodedCall(protocol: Protocol, name: string): EncodedCall | null {
  const { description, operationOf, requestsOf } = productWorkload;
  const operation = operationOf(name);
  const own = sizes.get(protocol);
  if (!operation || !own) return null;
  const product = productOf(requestsOf(name, setup).request(0));
  const answer = expectedProduct(operation.name === 'echo' ? 'echo' : 'modify', product);
  return {
    request: own.request(description, operation, () => [{ ...product }]),
    answer: own.answer(description, operation, { ...answer }),
  };
}

function productOf({ id, name, description }: Message): Product {
  return { id: String(id), name: String(name), description: String(description) };
}
