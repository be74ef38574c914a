/** Normalises messages of failures that differ only in counts, ports and the like. */
export function failureKind(message: string): string {
  return message.replace(/\d+/g, '0');
}
