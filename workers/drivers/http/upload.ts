import type { Message, MessageType, OperationDescription } from '../../../workloads/description.ts';
import { fileFieldOf, fileMediaType } from '../../../workloads/files.ts';
import type { BodyFormat } from './formats.ts';
import { routeOf } from './route.ts';

/** Path of a file upload. @throws TypeError if it depends on the messages. */
export function uploadRouteOf(operation: Pick<OperationDescription, 'http' | 'request' | 'name'>): {
  readonly method: string;
  readonly path: string;
} {
  const { method, path } = routeOf(operation);
  if (path === null) throw new TypeError(`${operation.name} streams to no fixed path`);
  return { method, path };
}

/** The headers of a file upload with an answer in a format, lower-case. */
export function uploadHeaders({ mediaType }: BodyFormat): [name: string, value: string][] {
  return [
    ['content-type', fileMediaType],
    ['accept', mediaType],
  ];
}

/** The field of a streamed message with a part of a file. @throws TypeError for other messages. */
function contentField(type: MessageType): string {
  const name = fileFieldOf(type);
  if (name !== null) return name;
  throw new TypeError(`${type.name} is not part of a file, so its stream cannot be sent over HTTP`);
}

/** The parts of a file in a stream of messages. @throws TypeError for other messages. */
export function filePartsOf(
  { request }: Pick<OperationDescription, 'request'>,
  messages: () => Iterable<Message>,
): () => Generator<Buffer> {
  const name = contentField(request);
  return function* parts() {
    for (const message of messages()) {
      const content = message[name];
      if (content instanceof Uint8Array)
        yield Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    }
  };
}

/** The same octets in base64, part by part: three octets are four characters, however the parts are split. */
export function* base64Parts(parts: Iterable<Buffer>): Generator<Buffer> {
  let rest = Buffer.alloc(0);
  for (const part of parts) {
    const octets = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    const whole = octets.length - (octets.length % 3);
    // A copy, since the part may be reused.
    rest = Buffer.from(octets.subarray(whole));
    if (whole > 0) yield Buffer.from(octets.toString('base64', 0, whole), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}
