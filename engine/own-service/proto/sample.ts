import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import { nameOf } from './schemas.ts';

/** Maximum depth and size of a sample; required parts may exceed both. */
const deepest = 4;
const maxFields = 120;
/** Beyond this depth a type requires itself, and has no message. */
const deepestRequired = 40;

type Sample = Record<string, unknown>;

/** Types whose JSON differs from that of their fields. */
const wellKnown: Readonly<Record<string, unknown>> = {
  'google.protobuf.Any': {},
  'google.protobuf.BoolValue': true,
  'google.protobuf.BytesValue': 'AA==',
  'google.protobuf.DoubleValue': 1.5,
  'google.protobuf.Duration': '1s',
  'google.protobuf.Empty': {},
  'google.protobuf.FieldMask': '',
  'google.protobuf.FloatValue': 1.5,
  'google.protobuf.Int32Value': 1,
  'google.protobuf.Int64Value': 1,
  'google.protobuf.ListValue': ['value'],
  'google.protobuf.StringValue': 'text',
  'google.protobuf.Struct': { key: 'value' },
  'google.protobuf.Timestamp': '2026-01-01T00:00:00Z',
  'google.protobuf.UInt32Value': 1,
  'google.protobuf.UInt64Value': 1,
  'google.protobuf.Value': 'value',
};

/** Lists of texts that only the service can interpret: any sample would be refused. */
const meaningful = /^(page_?token|filter|order_?by|etag)$/i;

function scalarSample(type: string, name: string): unknown {
  if (type === 'string') return name;
  if (type === 'bytes') return 'AA==';
  if (type === 'bool') return true;
  return type === 'double' || type === 'float' ? 1.5 : 1;
}

function enumSample(type: protobuf.Enum): unknown {
  if (nameOf(type) === 'google.protobuf.NullValue') return null;
  const names = Object.keys(type.values);
  return names.find((name) => !/(^|_)(UNSPECIFIED|UNKNOWN|INVALID)$/.test(name)) ?? names[0];
}

function keySample(type: string): string {
  if (type === 'string') return 'key';
  return type === 'bool' ? 'true' : '1';
}

class Sampler {
  #fields = 0;

  message(type: protobuf.Type, around: readonly protobuf.Type[]): unknown {
    const known = nameOf(type);
    if (Object.hasOwn(wellKnown, known)) return wellKnown[known];
    if (around.length > deepestRequired) throw new TypeError(`${known} requires itself`);
    const sample: Sample = {};
    const inside = [...around, type];
    for (const field of type.fieldsArray) {
      if (this.#isWanted(field.resolve(), inside)) sample[field.name] = this.#field(field, inside);
    }
    return sample;
  }

  #isWanted(field: protobuf.Field, around: readonly protobuf.Type[]): boolean {
    if (field.required) return true;
    // Extensions have names that begin with a dot.
    if (field.name.startsWith('.') || meaningful.test(field.name)) return false;
    const { partOf, resolvedType } = field;
    if (partOf && partOf.oneof.length > 1 && partOf.fieldsArray[0] !== field) return false;
    if (++this.#fields > maxFields) return false;
    if (!(resolvedType instanceof protobuf.Type)) return true;
    return around.length < deepest && !around.includes(resolvedType);
  }

  #field(field: protobuf.Field, around: readonly protobuf.Type[]): unknown {
    const value = this.#value(field, around);
    if (field instanceof protobuf.MapField) return { [keySample(field.keyType)]: value };
    return field.repeated ? [value] : value;
  }

  #value({ resolvedType, type, name }: protobuf.Field, around: readonly protobuf.Type[]): unknown {
    if (resolvedType instanceof protobuf.Type) return this.message(resolvedType, around);
    return resolvedType ? enumSample(resolvedType) : scalarSample(type, name);
  }
}

/**
 * A sample of a message in Protobuf's JSON, which survives encoding and decoding unchanged.
 * @throws Error when the type has none.
 */
export function sampleMessage(type: protobuf.Type): Sample {
  const sample = new Sampler().message(type, []);
  const isFields = typeof sample === 'object' && sample !== null && !Array.isArray(sample);
  if (!isFields) throw new TypeError(`a ${nameOf(type)} is not made of fields`);
  const message = protojson.fromJson(type, sample);
  const sent = JSON.stringify(protojson.toJson(type, message));
  const back = protojson.toJson(type, type.decode(type.encode(message).finish()));
  if (JSON.stringify(back) !== sent) throw new TypeError(`a ${nameOf(type)} does not come back`);
  return sample as Sample;
}
