import type {
  Driver,
  DriverFactory,
  DriverOptions,
  PreparedRequest,
} from '../../workers/drivers/driver.ts';
import type { Message, OperationDescription } from '../../workloads/description.ts';
import { type Product, productWorkload } from '../../workloads/product/product.ts';
import type { Operation } from '../../workloads/product/shapes.ts';

const { description } = productWorkload;

/** The description of an operation of the `product` workload. */
export function productOperation(name: Operation): OperationDescription {
  const operation = description.operations[name];
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
}

export const echoOperation = productOperation('echo');
/** The one message of the workload. */
export const productType = echoOperation.request;

/** A product for answers. */
export function asProduct(message: Message): Product {
  const { id, name, description: text } = message;
  return { id: String(id), name: String(name), description: String(text) };
}

/** A driver with one request of the `product` workload. */
export interface ProductDriver {
  readonly driver: Driver;
  readonly prepared: PreparedRequest;
}

type Options = Omit<DriverOptions, 'workload' | 'fields'> & {
  readonly operation: Operation;
  readonly request: Product;
};

export async function openProduct(
  factory: DriverFactory,
  { operation, request, ...options }: Options,
): Promise<ProductDriver> {
  const driver = await factory({ ...options, workload: description, fields: 'full' });
  return { driver, prepared: driver.prepare(productOperation(operation), { ...request }) };
}
