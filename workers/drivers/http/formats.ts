import type { Message, MessageType } from '../../../workloads/description.ts';
import { problemType, protobufMediaType } from '../../../workloads/interfaces/problem.ts';
import { decodeJson, encodeJson } from '../../codecs/json.ts';
import { protobufCodec } from '../../codecs/protobuf.ts';
import type { DriverOptions } from '../driver.ts';

/** Format of resources. */
export interface BodyFormat {
  readonly mediaType: string;
  /** Whether clients send `Accept` even to a service with one format only. */
  readonly alwaysAccepts: boolean;
  encode(type: MessageType, message: Message): Buffer;
  /** @throws if the bytes are not the message. */
  decode(type: MessageType, body: Buffer): Message;
  /** Text of a refusal's body. */
  reason(body: Buffer): string;
}

export const jsonFormat: BodyFormat = {
  mediaType: 'application/json',
  alwaysAccepts: true,
  encode: encodeJson,
  decode: decodeJson,
  reason: (body) => body.toString('utf8'),
};

export const protobufFormat: BodyFormat = {
  mediaType: protobufMediaType,
  alwaysAccepts: false,
  encode: (type, message) => protobufCodec(type).encode(message),
  decode: (type, body) => protobufCodec(type).decode(body),
  reason: problemIn,
};

/** The message of a problem; a gateway may have answered with text instead. */
function problemIn(body: Buffer): string {
  try {
    const { message } = protobufCodec(problemType).decode(body);
    // Some texts can be read as a problem, but as one that says nothing.
    if (message !== '') return String(message);
  } catch {
    // Not a problem in Protobuf.
  }
  return body.toString('utf8');
}

/** The headers of a request in a format, lower-case. @param hasBody whether it has content in that format. */
export function formatHeaders(
  { mediaType, alwaysAccepts }: BodyFormat,
  { formats }: Pick<DriverOptions, 'formats'>,
  hasBody: boolean,
): [name: string, value: string][] {
  const headers: [string, string][] = [];
  if (hasBody) headers.push(['content-type', mediaType]);
  if (alwaysAccepts || formats === 'negotiated') headers.push(['accept', mediaType]);
  return headers;
}
