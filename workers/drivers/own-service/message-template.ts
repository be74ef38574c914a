import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import type { DataTables, RequestNumber, RowValue } from '../../../workloads/own-service/rows.ts';
import {
  compileTemplate,
  isTemplate,
  type TemplatePart,
} from '../../../workloads/own-service/template.ts';
import { valueWriter } from '../../../workloads/own-service/written-message.ts';
import { textPlaces } from '../../../workloads/own-service/written-text.ts';
import { ByteTemplate } from './byte-template.ts';
import {
  Delimited,
  digitsIn,
  FixedPart,
  PartSequence,
  RowText,
  Scalar,
  tagOf,
  WholeNumber,
} from './message-parts.ts';
import { RequestBuffer, type RequestPiece } from './request-buffer.ts';

/**
 * Compiled Protobuf messages with values: fixed parts are encoded once by protobufjs, texts and integers are
 * written as octets, other scalars are encoded by protobufjs individually.
 */

type Json = Readonly<Record<string, unknown>>;

/** Encodes the message for a JSON value. */
function encoded(type: protobuf.Type, json: unknown): Uint8Array {
  return type.encode(protojson.fromJson(type, json as Json)).finish();
}

const varies = (value: unknown) => isTemplate(JSON.stringify(value));

/** Thrown for a message with values in a part that is not compiled. */
class NotCompiled extends Error {}

class Compiler {
  readonly #tables: DataTables;
  /** Number of values before the compiled one, in written order. */
  #values = 0;
  /** By position, because fields are compiled in the order of their numbers. */
  readonly #texts = new Map<object, Map<string, readonly TemplatePart[]>>();

  constructor(tables: DataTables) {
    this.#tables = tables;
  }

  /** Compiles texts in written order, so that values match the displayed ones. */
  read(json: object): void {
    const texts = new Map<string, readonly TemplatePart[]>();
    this.#texts.set(json, texts);
    for (const [key, value] of Object.entries(json)) {
      if (typeof value === 'object' && value !== null) this.read(value);
      if (typeof value !== 'string') continue;
      const parts = compileTemplate(value, this.#tables, this.#values);
      this.#values += parts.filter((part) => typeof part !== 'string').length;
      texts.set(key, parts);
    }
  }

  message(type: protobuf.Type, json: Json): RequestPiece {
    if (type.fullName.startsWith('.google.protobuf.')) throw new NotCompiled();
    const fields = Object.keys(json).map((key) => [fieldNamed(type, key), key] as const);
    if (type.fieldsArray.some(({ required }) => required)) throw new NotCompiled();
    if (new Set(fields.map(([field]) => field)).size < fields.length) throw new NotCompiled();
    fields.sort(([a], [b]) => a.id - b.id);
    return new PartSequence(fields.map(([field, key]) => this.#field(type, field, json, key)));
  }

  #field(type: protobuf.Type, field: protobuf.Field, json: Json, key: string): RequestPiece {
    const value = json[key];
    if (!varies(value)) return new FixedPart(encoded(type, { [key]: value }));
    if (field.map || field.delimited) throw new NotCompiled();
    const { resolvedType } = field;
    const isText = resolvedType === null && field.type === 'string';
    if (field.repeated) {
      if (!Array.isArray(value) || !(isText || resolvedType instanceof protobuf.Type)) {
        throw new NotCompiled();
      }
      const items = value.map((_, index) => this.#item(field, value, String(index), false));
      return new PartSequence(items);
    }
    if (isText || resolvedType instanceof protobuf.Type) {
      return this.#item(field, json, key, isText && !field.hasPresence);
    }
    const parts = this.#parts(json, key);
    const text = plainText(parts);
    const scalar = new Scalar(text, (one) => encoded(type, { [key]: scalarOf(field, one) }));
    if (!Object.hasOwn(digitsIn, field.type)) return scalar;
    return new WholeNumber(field, onlyRowValue(parts), text, scalar);
  }

  /** A text or message with its length. */
  #item(field: protobuf.Field, json: object, key: string, omitsEmpty: boolean): RequestPiece {
    const value: unknown = Reflect.get(json, key);
    const tag = tagOf(field, 2);
    const { resolvedType } = field;
    if (!(resolvedType instanceof protobuf.Type)) {
      const parts = this.#parts(json, key);
      const row = onlyRowValue(parts);
      return row
        ? new RowText(tag, row, omitsEmpty)
        : new Delimited(tag, plainText(parts), omitsEmpty);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new NotCompiled();
    return new Delimited(tag, this.message(resolvedType, value as Json), false);
  }

  #parts(json: object, key: string): readonly TemplatePart[] {
    const parts = this.#texts.get(json)?.get(key);
    if (!parts) throw new NotCompiled();
    return parts;
  }
}

const plainText = (parts: readonly TemplatePart[]) => new ByteTemplate([[parts, textPlaces.plain]]);

/** The value of a data file that is the whole template; null for others. */
function onlyRowValue(parts: readonly TemplatePart[]): RowValue | null {
  const [first] = parts;
  return parts.length === 1 && typeof first === 'object' && 'rows' in first ? first : null;
}

/** In the JSON form, booleans are not texts. */
function scalarOf({ type }: protobuf.Field, text: string): unknown {
  return type === 'bool' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function fieldNamed(type: protobuf.Type, key: string): protobuf.Field {
  const found = type.fieldsArray.find(
    (field) => field.resolve().name === key || field.jsonName === key,
  );
  if (!found) throw new NotCompiled();
  return found;
}

/** Values taken from answers may be anything; numbers fit most fields. */
const sampleFor = (tables: DataTables): RequestNumber => ({
  sequence: 0,
  seed: 1,
  taken: Array.from(tables.taken, () => '1'),
});

/** @returns null if the message cannot be compiled, or would differ from protobufjs. */
function compiled(type: protobuf.Type, json: Json, tables: DataTables): MessageWriter | null {
  try {
    const compiler = new Compiler(tables);
    compiler.read(json);
    const message = compiler.message(type, json);
    const buffer = new RequestBuffer();
    const write: MessageWriter = (of, before) => {
      buffer.begin(before);
      message.append(of, buffer);
      return buffer.end();
    };
    const sample = sampleFor(tables);
    const expected = encoded(type, valueWriter(json, tables)(sample));
    return Buffer.compare(write(sample, 0), expected) === 0 ? write : null;
  } catch (error) {
    // Errors in a message are reported by protobufjs when it is sent.
    if (error instanceof NotCompiled || error instanceof Error) return null;
    throw error;
  }
}

/** Whether a message's values are written as octets. */
export function isCompiled(type: protobuf.Type, json: Json, tables: DataTables): boolean {
  return compiled(type, json, tables) !== null;
}

/** Writes a message for a request, after space reserved for its prefix. */
export type MessageWriter = (of: RequestNumber, before: number) => Buffer;

export function messageWriter(type: protobuf.Type, json: Json, tables: DataTables): MessageWriter {
  const own = compiled(type, json, tables);
  if (own) return own;
  const fill = valueWriter(json, tables);
  return (of, before) => {
    const message = encoded(type, fill(of));
    const bytes = Buffer.allocUnsafe(before + message.length);
    bytes.set(message, before);
    return bytes;
  };
}
