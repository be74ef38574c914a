import { protocolFacts } from '../../contracts/protocols.ts';
import type { EncodedSize } from '../../contracts/sizes.ts';
import type { Protocol } from '../../contracts/words.ts';
import {
  type Message,
  type MessageType,
  type OperationDescription,
  soapNamespaceOf,
  type WorkloadDescription,
} from '../../contracts/workloads/description.ts';
import { documentOf } from '../../contracts/workloads/interfaces/graphql-document.ts';
import { compositeRoute } from '../../protocols/rsocket/routes.ts';
import { encodeJson } from '../codecs/json.ts';
import { protobufCodec } from '../codecs/protobuf.ts';
import { envelopeAround, xmlOf } from '../codecs/soap.ts';
import { routeOf } from '../drivers/http/route.ts';
import { base64Parts, filePartsOf } from '../drivers/http/upload.ts';

/**
 * Exact bytes of messages, computed from the codecs alone. What travels in an address or a header
 * (the fields of a GET request) is neither payload nor envelope.
 */

/** Octets in front of every message of gRPC: whether it is compressed, and its length. */
const grpcPrefix = 5;
const nothingBeside = { framing: 0, headers: 0 };

const size = (payload: number, envelope = 0): EncodedSize => ({
  payload,
  envelope,
  beside: nothingBeside,
});

type Workload = Pick<WorkloadDescription, 'name'>;

/** The messages that a call sends. @param messages one, but for an operation that streams its request. */
export function encodedRequest(
  protocol: Protocol,
  workload: Workload,
  operation: OperationDescription,
  messages: () => Iterable<Message>,
): EncodedSize {
  const { request, stream } = operation;
  if (protocol === 'grpc') return grpcSize(request, messages());
  if (stream === 'request') return fileSize(protocol, workload, operation, messages);
  const [message = {}] = messages();
  switch (protocol) {
    case 'soap':
      return soapSize(workload, `${operation.method}Request`, request, message);
    case 'graphql':
      return graphqlRequest(operation, message);
    case 'rsocket':
      return rsocketRequest(operation, message);
    default:
      return bodySize(protocol, operation, message);
  }
}

/** The message that a call is answered with; of streams the list of messages as `items`. */
export function encodedAnswer(
  protocol: Protocol,
  workload: Workload,
  operation: OperationDescription,
  answer: Message,
): EncodedSize {
  const { response, method, field, stream } = operation;
  const messages = stream === 'response' ? itemsOf(answer) : [answer];
  switch (protocol) {
    case 'grpc':
      return grpcSize(response, messages);
    case 'soap':
      return soapSize(workload, `${method}Response`, response, answer);
    case 'graphql':
      return size(jsonLength(response, answer), `{"data":{"${field}":}}`.length);
    case 'rsocket':
      return size(messages.reduce((sum, each) => sum + jsonLength(response, each), 0));
    default:
      return size(resourceLength(protocol, response, answer));
  }
}

function itemsOf({ items }: Message): readonly Message[] {
  return Array.isArray(items) ? (items as readonly Message[]) : [];
}

const jsonLength = (type: MessageType, message: Message) => encodeJson(type, message).length;

/** A body in the format of a protocol with resources; what has no fields has none. */
function resourceLength(protocol: Protocol, type: MessageType, message: Message): number {
  if (type.fields.length === 0) return 0;
  return protocolFacts[protocol].encoding === 'protobuf'
    ? protobufCodec(type).encode(message).length
    : jsonLength(type, message);
}

/** What is left of a request for the body. */
function bodySize(
  protocol: Protocol,
  operation: OperationDescription,
  message: Message,
): EncodedSize {
  const { body } = routeOf(operation);
  if (!body) return size(0);
  const isProtobuf = protocolFacts[protocol].encoding === 'protobuf';
  return size(isProtobuf ? protobufCodec(body).encode(message).length : jsonLength(body, message));
}

function grpcSize(type: MessageType, messages: Iterable<Message>): EncodedSize {
  const { encode } = protobufCodec(type);
  let [payload, prefixes] = [0, 0];
  for (const message of messages) {
    payload += encode(message).length;
    prefixes += grpcPrefix;
  }
  return { payload, envelope: prefixes, beside: { framing: prefixes, headers: 0 } };
}

function soapSize(
  workload: Workload,
  element: string,
  type: MessageType,
  message: Message,
): EncodedSize {
  return size(Buffer.byteLength(xmlOf(type, message)), soapEnvelope(workload, element));
}

function soapEnvelope(workload: Workload, element: string): number {
  const [start, end] = envelopeAround(element, soapNamespaceOf(workload));
  return start.length + end.length;
}

function graphqlRequest(operation: OperationDescription, message: Message): EncodedSize {
  const document = { query: documentOf(operation), operationName: operation.method };
  const wrapper = Buffer.byteLength(JSON.stringify(document)) + ',"variables":'.length;
  return size(jsonLength(operation.request, message), wrapper);
}

function rsocketRequest({ field, request }: OperationDescription, message: Message): EncodedSize {
  const metadata = compositeRoute(field).length;
  const beside = { framing: 0, headers: metadata };
  return { payload: jsonLength(request, message), envelope: metadata, beside };
}

/** A file over HTTP: its octets as they are, or in base64 within an envelope. */
function fileSize(
  protocol: Protocol,
  workload: Workload,
  operation: OperationDescription,
  messages: () => Iterable<Message>,
): EncodedSize {
  const parts = filePartsOf(operation, messages);
  const length = (pieces: Iterable<Buffer>) => {
    let sum = 0;
    for (const piece of pieces) sum += piece.length;
    return sum;
  };
  if (protocol !== 'soap') return size(length(parts()));
  const tags = `<></>${operation.request.fields[0]?.name.repeat(2) ?? ''}`.length;
  const envelope = soapEnvelope(workload, `${operation.method}Request`);
  return size(tags + length(base64Parts(parts())), envelope);
}
