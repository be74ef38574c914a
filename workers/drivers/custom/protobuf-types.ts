import protobuf from 'protobufjs';
import type { CustomService } from '../../../contracts/custom.ts';

/** The message types of a user's own service. */
export class ProtobufTypes {
  readonly #roots: readonly protobuf.Namespace[];

  constructor({ schemas }: Pick<CustomService, 'schemas'>) {
    this.#roots = schemas.map((text) => protobuf.Root.fromJSON(JSON.parse(text)).resolveAll());
  }

  /** @throws Error when a schema lacks the type, which would be a fault of whoever read it. */
  type(schema: number, name: string): protobuf.Type {
    const root = this.#roots[schema];
    if (!root) throw new TypeError(`there is no schema ${schema}`);
    return root.lookupType(name);
  }
}
