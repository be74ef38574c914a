import { markdownTable } from '../../metrics/markdown.ts';
import {
  type EnumType,
  type Field,
  isOffered,
  type MessageType,
  type OperationDescription,
  type WorkloadDescription,
} from '../description.ts';
import { typesBelow } from './types.ts';

/** RSocket has no interface language: this is a description for people, in Markdown. */
export function rsocketText(workload: WorkloadDescription): string {
  const operations = Object.values(workload.operations).filter(hasRoute);
  const { messages, enums } = typesBelow(
    operations.flatMap(({ request, response }) => [request, response]),
  );
  return [
    `# The \`${workload.name}\` workload over RSocket`,
    workload.doc,
    connectionText,
    markdownTable(
      ['route', 'interaction', 'data of the request', 'data of an answer', ''],
      operations.map(row),
    ),
    ...messages.map(messageText),
    ...enums.map(enumText),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Whether an operation has a route: not if the client sends a stream. */
function hasRoute(operation: OperationDescription): boolean {
  return operation.stream !== 'request' && isOffered(operation, 'rsocket');
}

const connectionText = `RSocket 1.0 over TCP, each frame with its length in three octets before it; TLS, where it is on, lies under
that. In SETUP the MIME type of metadata is \`message/x.rsocket.composite-metadata.v0\`, with the route as
an entry of the type \`message/x.rsocket.routing.v0\`, or that type by itself; the MIME type of data is
\`application/json\`. Resumption and leases are refused. Messages longer than a frame may be come and go
in fragments. A refused request gets an ERROR with the code APPLICATION_ERROR, whose text begins with
\`invalid:\`, \`not-found:\`, \`conflict:\`, \`pool:\` or \`internal:\`.`;

function row({ field, stream, request, response, doc }: OperationDescription): string[] {
  const interaction = stream === 'response' ? 'request-stream' : 'request-response';
  return [`\`${field}\``, interaction, request.name, response.name, doc];
}

function messageText({ name, fields }: MessageType): string {
  const lines = markdownTable(
    ['field', 'type'],
    fields.map((field) => [`\`${field.name}\``, typeText(field)]),
  );
  return fields.length === 0 ? `## ${name}\n\nAn object without fields.` : `## ${name}\n\n${lines}`;
}

function enumText({ name, values }: EnumType): string {
  return `## ${name}\n\nOne of ${values.map((value) => `\`"${value}"\``).join(', ')}.`;
}

function typeText({ type, repeated, optional }: Field): string {
  const name = typeof type === 'string' ? scalarTexts[type] : type.name;
  return `${repeated ? `list of ${name}` : name}${optional ? ', or null' : ''}`;
}

const scalarTexts = {
  string: 'string',
  int32: 'number, whole (32 bits)',
  int64: 'number, whole (up to 2^53 − 1)',
  double: 'number',
  bool: 'true or false',
  bytes: 'string, base64',
  stamp: 'string, a date or local time in ISO 8601',
} as const;
