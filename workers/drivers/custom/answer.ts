import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { answerOctets, type CustomAnswer, textOfPath } from '../../../workloads/custom/judge.ts';
import type { Message } from '../../../workloads/description.ts';

/**
 * An answer in the form in which checks look at it (`CustomAnswer`); headers and body are made when somebody
 * asks for them.
 * @param octets that came for a body: of Protobuf its messages, of a stream with their prefixes.
 * @param plain finds a text at a plain path without the body, where that is possible.
 */
export function checkedAnswer(
  status: number,
  fields: () => readonly HeaderField[],
  body: () => string,
  octets: () => Buffer,
  plain?: CustomAnswer[typeof textOfPath],
): Message {
  const answer = {
    status,
    get headers() {
      return Object.fromEntries(fields());
    },
    get body() {
      return body();
    },
    // No part of the message: copies for other threads leave it out.
    get [answerOctets]() {
      return octets();
    },
    [textOfPath]: plain,
  };
  return answer;
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
