import type { Protocol, Subject } from '../contracts/words.ts';

/**
 * The description of a workload's interface, from which everything that depends on its messages is derived:
 * codecs, routes, the interface files in `proto/`, `wsdl/` and `graphql/`, OpenAPI. Plain data, independent
 * of any protocol library.
 */

/**
 * `int64` contains integers up to 2^53 − 1. `bytes` are base64 in JSON and XML. `stamp` is a date with or
 * without a local time: a text in ISO 8601, and a message of numbers in Protobuf (see `stamp.ts`).
 */
export type ScalarType = 'string' | 'int32' | 'int64' | 'double' | 'bool' | 'bytes' | 'stamp';

/** Its first value is 0 in Protobuf, the meaning of an absent field. Values are texts elsewhere. */
export interface EnumType {
  readonly kind: 'enum';
  /** UpperCamelCase. */
  readonly name: string;
  /** UPPER_SNAKE_CASE. */
  readonly values: readonly string[];
}

export interface MessageType {
  readonly kind: 'message';
  /** UpperCamelCase, unique in the workload. */
  readonly name: string;
  readonly fields: readonly Field[];
}

export type FieldType = ScalarType | EnumType | MessageType;

export interface Field {
  /** lowerCamelCase, as in JSON, XML and GraphQL; snake_case in `.proto`. */
  readonly name: string;
  /** Field number in Protobuf. */
  readonly number: number;
  readonly type: FieldType;
  /** A list. In Protobuf absent if empty, in XML one element per item. */
  readonly repeated?: true;
  /** May be null: `null` in JSON, no element in XML, tracked presence in Protobuf. */
  readonly optional?: true;
}

/** Route of an operation over HTTP with resources (`rest`, `rest-h2`, `rest-protobuf`). */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With fields of the request in braces: `/users/{id}`. */
  readonly path: string;
  /** Fields of the request that are query parameters. All others are the body; GET and DELETE have none. */
  readonly query: readonly string[];
}

/**
 * Reasons to refuse a valid request: the item does not exist, it exists already, or the database has no free
 * connection.
 */
export type Refusal = 'not-found' | 'conflict' | 'pool';

export interface OperationDescription {
  /** Name in shapes and files: `items-full`. */
  readonly name: string;
  /** UpperCamelCase: the gRPC method, the SOAP operation with its elements `<method>Request` and `<method>Response`. */
  readonly method: string;
  /** lowerCamelCase: the root field of a query, the route of a frame, the operationId in OpenAPI. */
  readonly field: string;
  /** Summary in one sentence. */
  readonly doc: string;
  readonly request: MessageType;
  readonly response: MessageType;
  /** `request`: the client sends a stream of messages; `response`: the service does. */
  readonly stream: 'none' | 'request' | 'response';
  readonly http: HttpRoute;
  /** Whether it changes data of the service: a mutation in GraphQL. */
  readonly changes: boolean;
  /**
   * Constraints on fields of the request beyond their types, in keywords of JSON Schema. Handlers refuse
   * everything else with their own messages; this documents it in OpenAPI.
   */
  readonly accepts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Ways to refuse a valid request; an invalid one is refused as `invalid` everywhere. */
  readonly refusals?: readonly Refusal[];
  /** Protocols that do not offer it. */
  readonly notIn?: readonly Protocol[];
  /**
   * For queries only: the operation is not a root field itself, but a document with several. Each has its
   * answer under the name `as`, a field of {@link response}. Services need no support for it.
   */
  readonly roots?: readonly GraphqlRoot[];
}

/** A root field in a document with several. */
export interface GraphqlRoot {
  /** The root field, named as in the operation that has it as its own. */
  readonly field: string;
  readonly as: string;
  /** Fields of the operation's request, each with the field of the document's request that supplies it. */
  readonly given: Readonly<Record<string, string>>;
}

export interface WorkloadDescription {
  readonly name: Subject;
  /** Summary in one sentence. */
  readonly doc: string;
  /** Protobuf package: `wirebench.product.v1`. */
  readonly package: string;
  /** gRPC and SOAP service: `ProductService`. */
  readonly service: string;
  readonly operations: Readonly<Record<string, OperationDescription>>;
}

/** A value in a message. Lists are never null; optional fields without a value are absent. */
export type Value = string | number | boolean | Uint8Array | Message | readonly Value[];
/**
 * A message in its canonical form, independent of the protocol that carried it: all fields that are not
 * optional are present (lists too, if empty), optional ones without a value are absent, and there is nothing
 * else. Two equal messages are deeply equal.
 */
export interface Message {
  readonly [field: string]: Value;
}

/** Full path of an operation in gRPC: `/wirebench.product.v1.ProductService/Echo`. */
export function grpcPathOf(workload: WorkloadDescription, operation: OperationDescription): string {
  return `/${workload.package}.${workload.service}/${operation.method}`;
}

/** XML namespace of the workload's elements. */
export function soapNamespaceOf({ name }: Pick<WorkloadDescription, 'name'>): string {
  return `urn:wirebench:${name}:v1`;
}

/** Whether an operation can be called in a protocol. */
export function isOffered(operation: OperationDescription, protocol: Protocol): boolean {
  return !operation.notIn?.includes(protocol);
}
