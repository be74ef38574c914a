import protobuf from 'protobufjs';
import type {
  EnumType,
  Field,
  FieldType,
  Message,
  MessageType,
  Value,
  WorkloadDescription,
} from '../../workloads/description.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { typeInProtobuf, valueInProtobuf } from '../../workloads/messages/protobuf-form.ts';
import { protobufBytesReading } from './reading.ts';

export interface ProtobufCodec {
  encode(message: Message): Buffer;
  /** @throws if the bytes are not the message. */
  decode(bytes: Buffer): Message;
}

/** Types in the JSON descriptors of protobufjs. */
type Described = Record<string, protobuf.AnyNestedObject>;

const codecs = new WeakMap<MessageType, ProtobufCodec>();

/** The codec of a message type, created once. */
export function protobufCodec(type: MessageType): ProtobufCodec {
  const known = codecs.get(type);
  if (known) return known;
  const described: Described = {};
  describeMessage(type, described);
  const made = protobuf.Root.fromJSON(namespaceOf(described)).resolveAll().lookupType(type.name);
  const codec: ProtobufCodec = {
    encode: (message) => {
      const bytes = made.encode(protobufValue(type, message)).finish();
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    decode: (bytes) =>
      canonicalMessage(type, made.toObject(made.decode(bytes), plain), protobufBytesReading),
  };
  codecs.set(type, codec);
  return codec;
}

/** protobufjs options for decoded messages. */
const plain = { defaults: true, longs: Number, enums: String };

/** A proto3 namespace with these types. */
function namespaceOf(nested: Described): protobuf.INamespace {
  return { edition: 'proto3', nested } as protobuf.INamespace;
}

/** A workload's service with all its messages, in its package. */
export function describeService(workload: WorkloadDescription): protobuf.INamespace {
  const nested: Described = {};
  const methods: Record<string, protobuf.IMethod> = {};
  for (const { method, request, response, stream } of Object.values(workload.operations)) {
    describeMessage(request, nested);
    describeMessage(response, nested);
    methods[method] = {
      requestType: request.name,
      responseType: response.name,
      requestStream: stream === 'request',
      responseStream: stream === 'response',
    };
  }
  nested[workload.service] = { methods };
  return workload.package
    .split('.')
    .reduceRight<protobuf.INamespace>(
      (inside, name) => ({ nested: { [name]: inside } }),
      namespaceOf(nested),
    );
}

/** Adds a type and all nested ones to `described` by name. */
function describeMessage(type: MessageType, described: Described): void {
  if (described[type.name]) return;
  const optional = type.fields.filter((field) => field.optional);
  const fields = Object.fromEntries(type.fields.map((field) => [field.name, describeField(field)]));
  const oneofs = Object.fromEntries(optional.map(({ name }) => [`_${name}`, { oneof: [name] }]));
  described[type.name] = { fields, ...(optional.length > 0 ? { oneofs } : {}) };
  for (const field of type.fields) describeType(typeInProtobuf(field.type), described);
}

function describeType(type: FieldType, described: Described): void {
  if (typeof type === 'string') return;
  if (type.kind === 'message') describeMessage(type, described);
  else described[type.name] = describeEnum(type);
}

function describeEnum({ values }: EnumType): protobuf.IEnum {
  return { values: Object.fromEntries(values.map((name, number) => [name, number])) };
}

function describeField({ number, type: of, repeated, optional }: Field): protobuf.IField {
  const type = typeInProtobuf(of);
  return {
    id: number,
    type: typeof type === 'string' ? type : type.name,
    ...(repeated ? { rule: 'repeated' } : {}),
    ...(optional ? { options: { proto3_optional: true } } : {}),
  };
}

/** A message in the input form of protobufjs: enums as numbers, and without default values. */
function protobufValue(type: MessageType, message: Message): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of type.fields) {
    const own = message[field.name];
    if (own === undefined) continue;
    const encoded = Array.isArray(own)
      ? own.map((item: Value) => fieldValue(field.type, item))
      : fieldValue(field.type, own as Value);
    if (field.optional || !isDefault(encoded)) value[field.name] = encoded;
  }
  return value;
}

function fieldValue(type: FieldType, value: Value): unknown {
  if (typeof type === 'string') return valueInProtobuf(type, value);
  if (type.kind === 'enum') return type.values.indexOf(String(value));
  return protobufValue(type, value as Message);
}

function isDefault(value: unknown): boolean {
  if (value === '' || value === false || Object.is(value, 0)) return true;
  return (Array.isArray(value) || value instanceof Uint8Array) && value.length === 0;
}
