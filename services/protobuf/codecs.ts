import protobuf from 'protobufjs';
import { canonicalMessage, protobufReading } from '../../contracts/workloads/canonical.ts';
import type {
  Message,
  MessageType,
  WorkloadDescription,
} from '../../contracts/workloads/description.ts';
import { problemText, problemType } from '../../contracts/workloads/interfaces/problem.ts';
import { protoText } from '../../contracts/workloads/interfaces/proto.ts';
import { protobufForm } from '../../contracts/workloads/protobuf-form.ts';
import { InvalidInput } from '../workloads/refusals.ts';

/** A message type's encoding. */
export interface MessageCodec {
  /** @throws InvalidInput */
  decode(bytes: Uint8Array): Message;
  encode(message: Message): Uint8Array;
}

const asObject = { defaults: true, longs: Number, enums: String };

/** @param read reads the messages that are decoded, where it is not the whole of them. */
function codecOf(encoding: protobuf.Type, read: MessageType): MessageCodec {
  const formed = protobufForm(read);
  return {
    decode: (bytes) => {
      try {
        const decoded = encoding.toObject(encoding.decode(bytes), asObject);
        return canonicalMessage(read, decoded, protobufReading);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new InvalidInput(`The body is no ${read.name}: ${reason}`);
      }
    },
    encode: (message) => encoding.encode(encoding.fromObject(formed(message))).finish(),
  };
}

/** What makes codecs of a workload's messages; a part of a message has its name and some of its fields. */
export function protobufCodecs(workload: WorkloadDescription): (type: MessageType) => MessageCodec {
  const { root } = protobuf.parse(protoText(workload));
  return (type) => codecOf(root.lookupType(`${workload.package}.${type.name}`), type);
}

/** Of what is answered in the place of a response. */
export const problemCodec = codecOf(
  protobuf.parse(problemText).root.lookupType('wirebench.problem.v1.Problem'),
  problemType,
);
