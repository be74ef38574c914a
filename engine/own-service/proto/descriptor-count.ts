import protobuf from 'protobufjs';
import { FieldWork } from './field-work.ts';

/** Nested messages of descriptors, by their field numbers. */
interface Shape {
  readonly [field: number]: () => Shape;
}

const leaf: Shape = {};
const options = () => leaf;
const message: Shape = {
  2: options,
  3: () => message,
  4: () => enumeration,
  5: options,
  6: options,
  8: options,
  9: options,
};
const enumeration: Shape = { 2: options, 4: options };
const file: Shape = {
  4: () => message,
  5: () => enumeration,
  6: () => ({ 2: options }),
  7: options,
  9: () => ({ 1: options }),
};
const set: Shape = { 1: () => file };
const lengthDelimited = 2;
const deepest = 100;

/** Limit on all descriptors of a description: each needs some hundred bytes, even if it is empty. */
const maxMessages = 100_000;
const maxFields = 1_000_000;
/** Field numbers of messages that describe a field. */
const describedField = 2;

/** Counts the parts of descriptors before any is created. */
export class DescriptorCount {
  #messages = 0;
  #fields = 0;
  readonly #work = new FieldWork();

  /** @throws RangeError when there are too many, or the bytes are invalid. */
  add(bytes: Uint8Array, what: 'file' | 'set'): void {
    const reader = protobuf.Reader.create(bytes);
    this.#take(reader, bytes.length, what === 'set' ? set : file, 0);
  }

  #take(reader: protobuf.Reader, end: number, shape: Shape, depth: number): void {
    if (++this.#messages > maxMessages) {
      throw new RangeError(`it has more than ${maxMessages} messages, fields and values`);
    }
    if (depth > deepest) throw new RangeError('its messages are nested too deeply');
    let described = 0;
    while (reader.pos < end) {
      if (++this.#fields > maxFields) throw new RangeError(`it has more than ${maxFields} fields`);
      const tag = reader.uint32();
      const inner = (tag & 7) === lengthDelimited ? shape[tag >>> 3] : undefined;
      if (shape === message && tag >>> 3 === describedField) described += 1;
      if (!inner) reader.skipType(tag & 7);
      else this.#take(reader, reader.uint32() + reader.pos, inner(), depth + 1);
    }
    this.#work.add(described);
  }
}
