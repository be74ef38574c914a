import { protocolsWhere } from '../../contracts/protocols.ts';
import {
  type EnumType,
  type Field,
  isOffered,
  type MessageType,
  type OperationDescription,
  type WorkloadDescription,
} from '../description.ts';
import { typeInProtobuf } from '../messages/protobuf-form.ts';
import { stampType } from '../messages/stamp.ts';
import { typesBelow } from './types.ts';

/** `unitPrice` in Protobuf's naming style: `unit_price`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldLine({ name, number, type: of, repeated, optional }: Field): string {
  const type = typeInProtobuf(of);
  const label = repeated ? 'repeated ' : optional ? 'optional ' : '';
  const typeName = typeof type === 'string' ? type : type.name;
  return `  ${label}${typeName} ${snakeCase(name)} = ${number};`;
}

function block(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${head} {}\n` : `${head} {\n${lines.join('\n')}\n}\n`;
}

function messageBlock({ name, fields }: MessageType): string {
  return block(`message ${name}`, fields.map(fieldLine));
}

function enumBlock({ name, values }: EnumType): string {
  return block(
    `enum ${name}`,
    values.map((value, number) => `  ${value} = ${number};`),
  );
}

/** The methods of a service. A message with the name of a method is fully qualified, since the nearer name wins. */
function rpcLines(
  { package: owner }: WorkloadDescription,
  operations: readonly OperationDescription[],
): string[] {
  const methods = new Set(operations.map(({ method }) => method));
  const nameOf = ({ name }: MessageType) => (methods.has(name) ? `.${owner}.${name}` : name);
  return operations.map(({ doc, method, request, response, stream }) => {
    const sent = stream === 'request' ? `stream ${nameOf(request)}` : nameOf(request);
    const returned = stream === 'response' ? `stream ${nameOf(response)}` : nameOf(response);
    return `  // ${doc}\n  rpc ${method}(${sent}) returns (${returned});`;
  });
}

/** Values of enumerations share one scope in Protobuf. */
function checkValues(enums: readonly EnumType[]): void {
  const values = enums.flatMap((one) => one.values);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new TypeError(`two enumerations have the value ${twice}`);
}

/** Requests and answers that any protocol encodes in Protobuf. */
function encoded({ operations }: WorkloadDescription): MessageType[] {
  const encoding = protocolsWhere((facts) => facts.encoding === 'protobuf');
  const some = Object.values(operations).filter((operation) =>
    encoding.some((protocol) => isOffered(operation, protocol)),
  );
  return some.flatMap(({ request, response }) => [request, response]);
}

const stampDoc =
  '// A date, with a local time of day where there is an hour, to the millisecond where there are millis.\n';

/** The message of a stamp, if others contain stamps. */
function stampBlocks(messages: readonly MessageType[]): readonly string[] {
  const isStamped = messages.some(({ fields }) => fields.some(({ type }) => type === 'stamp'));
  return isStamped ? [stampDoc + messageBlock(stampType)] : [];
}

/** The interface file of a workload for gRPC and Protobuf. */
export function protoText(workload: WorkloadDescription): string {
  const { messages, enums } = typesBelow(encoded(workload));
  checkValues(enums);
  const operations = Object.values(workload.operations).filter((one) => isOffered(one, 'grpc'));
  const service = block(`service ${workload.service}`, rpcLines(workload, operations));
  return [
    'syntax = "proto3";\n',
    `package ${workload.package};\n`,
    `// The \`${workload.name}\` workload. ${workload.doc}\n${service}`,
    ...messages.map(messageBlock),
    ...stampBlocks(messages),
    ...enums.map(enumBlock),
  ].join('\n');
}
