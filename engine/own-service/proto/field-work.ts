import protobuf from 'protobufjs';

/** Limit on the sum of squared field counts: some three seconds, or one message of 4,400 fields. */
const maxSquares = 20_000_000;

/**
 * The work to create messages from their fields: protobufjs checks all fields of a message for each that it adds,
 * so that the time grows with the square of their number.
 */
export class FieldWork {
  #squares = 0;

  /** @param fields of one message. @throws RangeError when the sum of squares is too large. */
  add(fields: number): void {
    this.#squares += fields * fields;
    if (this.#squares > maxSquares) {
      throw new RangeError('it has messages with thousands of fields, which take too long to read');
    }
  }
}

/** Counts the fields of all messages below a namespace. @throws RangeError */
export function countFields(space: protobuf.NamespaceBase, work = new FieldWork()): void {
  if (space instanceof protobuf.Type) work.add(Object.keys(space.fields).length);
  for (const object of space.nestedArray) {
    if (object instanceof protobuf.Namespace) countFields(object, work);
  }
}
