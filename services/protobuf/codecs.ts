import protobuf from 'protobufjs';
import { messageOf } from '../../contracts/errors.ts';
import type { Message, MessageType, WorkloadDescription } from '../../workloads/description.ts';
import { problemText, problemType } from '../../workloads/interfaces/problem.ts';
import { protoText } from '../../workloads/interfaces/proto.ts';
import { canonicalMessage, protobufReading } from '../../workloads/messages/canonical.ts';
import { protobufForm } from '../../workloads/messages/protobuf-form.ts';
import { InvalidInput } from '../workloads/refusals.ts';

/** A message type's encoding. */
export interface MessageCodec {
  /** @throws InvalidInput */
  decode(bytes: Uint8Array): Message;
  encode(message: Message): Uint8Array;
}

const asObject = { defaults: true, longs: Number, enums: String };

/** @param read reads the decoded messages, if they are only a part of the type. */
function codecOf(encoding: protobuf.Type, read: MessageType): MessageCodec {
  const formed = protobufForm(read);
  return {
    decode: (bytes) => {
      try {
        const decoded = encoding.toObject(encoding.decode(bytes), asObject);
        return canonicalMessage(read, decoded, protobufReading);
      } catch (error) {
        const reason = messageOf(error);
        throw new InvalidInput(`The body is not a valid ${read.name}: ${reason}`);
      }
    },
    encode: (message) => encoding.encode(encoding.fromObject(formed(message))).finish(),
  };
}

/** Creates codecs of a workload's messages; a partial message has its name and some of its fields. */
export function protobufCodecs(workload: WorkloadDescription): (type: MessageType) => MessageCodec {
  const { root } = protobuf.parse(protoText(workload));
  return (type) => codecOf(root.lookupType(`${workload.package}.${type.name}`), type);
}

/** Codec of the error answer. */
export const problemCodec = codecOf(
  protobuf.parse(problemText).root.lookupType('wirebench.problem.v1.Problem'),
  problemType,
);
