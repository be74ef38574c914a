/** Octets before every gRPC message: the compressed flag and the length. */
export const prefixBytes = 5;

/** A message after its prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(prefixBytes + message.length);
  bytes.set(message, prefixBytes);
  writePrefix(bytes);
  return bytes;
}

/** Writes the prefix of a message into the space reserved before it. */
export function writePrefix(bytes: Buffer): void {
  bytes[0] = 0;
  bytes.writeUInt32BE(bytes.length - prefixBytes, 1);
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
