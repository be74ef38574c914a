import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { Message } from '../../../workloads/description.ts';

/** An answer in the form in which checks look at it (`CustomAnswer`). */
export function checkedAnswer(
  status: number,
  fields: readonly HeaderField[],
  body: string,
): Message {
  return { status, headers: Object.fromEntries(fields), body };
}

/** The header lines of a head of HTTP/1.1, names in lower case. */
export function headerFieldsIn(head: string): HeaderField[] {
  return head
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
    });
}
