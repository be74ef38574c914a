import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import type { OwnService } from '../../../contracts/own-service.ts';
import type { Message } from '../../../workloads/description.ts';
import { checkedAnswer } from './answer.ts';
import { messageText } from './message-text.ts';

/** The message types of an own service. */
export class ProtobufTypes {
  readonly #roots: readonly protobuf.Namespace[];

  constructor({ schemas }: Pick<OwnService, 'schemas'>) {
    this.#roots = schemas.map((text) => protobuf.Root.fromJSON(JSON.parse(text)).resolveAll());
  }

  /** @throws Error if a schema lacks the type, which would be a bug in its reader. */
  type(schema: number, name: string): protobuf.Type {
    const root = this.#roots[schema];
    if (!root) throw new TypeError(`there is no schema ${schema}`);
    return root.lookupType(name);
  }
}

const noFields = () => [];

/** A message in the form for checks. @param octets of the message. */
export function messageAnswer(
  type: protobuf.Type,
  message: protobuf.Message,
  octets: Buffer,
): Message {
  const body = () => JSON.stringify(protojson.toJson(type, message));
  return checkedAnswer(
    0,
    noFields,
    body,
    () => octets,
    (path) => messageText(type, message, path),
  );
}

/** The messages of a stream, as a list. @param octets of the messages, with their prefixes. */
export function streamAnswer(
  type: protobuf.Type,
  messages: readonly protobuf.Message[],
  octets: () => Buffer,
): Message {
  const jsonOf = (message: protobuf.Message): unknown => protojson.toJson(type, message);
  return checkedAnswer(0, noFields, () => JSON.stringify(messages.map(jsonOf)), octets);
}
