/** Octets in front of every message of gRPC: whether it is compressed, and its length. */
export const prefixBytes = 5;

/** A message behind its prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** The messages of a whole stream, without their prefixes. */
export function splitMessages(content: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const end = at + prefixBytes + content.readUInt32BE(at + 1);
    messages.push(content.subarray(at + prefixBytes, end));
    at = end;
  }
  return messages;
}
