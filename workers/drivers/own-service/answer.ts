import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { Message } from '../../../workloads/description.ts';
import {
  answerOctets,
  type OwnServiceAnswer,
  textOfPath,
} from '../../../workloads/own-service/judge.ts';

/**
 * An answer in the form for checks (`OwnServiceAnswer`); headers and body are created on demand.
 * @param octets received as the body: for Protobuf its messages, for a stream with their prefixes.
 * @param plain finds a text at a plain path without the body, if possible.
 */
export function checkedAnswer(
  status: number,
  fields: () => readonly HeaderField[],
  body: () => string,
  octets: () => Buffer,
  plain?: OwnServiceAnswer[typeof textOfPath],
): Message {
  return new CheckedAnswer(status, fields, body, octets, plain) as unknown as Message;
}

/** A class, because an object with its own getters costs several times as much, for each step of a flow. */
class CheckedAnswer implements OwnServiceAnswer {
  readonly status: number;
  readonly [textOfPath]: OwnServiceAnswer[typeof textOfPath];
  readonly #fields: () => readonly HeaderField[];
  readonly #body: () => string;
  readonly #octets: () => Buffer;

  constructor(
    status: number,
    fields: () => readonly HeaderField[],
    body: () => string,
    octets: () => Buffer,
    plain: OwnServiceAnswer[typeof textOfPath],
  ) {
    this.status = status;
    this.#fields = fields;
    this.#body = body;
    this.#octets = octets;
    this[textOfPath] = plain;
  }

  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#fields());
  }

  get body(): string {
    return this.#body();
  }

  get [answerOctets](): Buffer {
    return this.#octets();
  }
}

/** An answer for another thread: all lazy parts are created. */
export function sendableAnswer(answer: Message): Message {
  if (!(answer instanceof CheckedAnswer)) return answer;
  const { status, headers, body } = answer;
  return { status, headers, body };
}

/** The header lines of an HTTP/1.1 head, names in lower case. */
export function headerFieldsIn(head: string): HeaderField[] {
  return head
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
    });
}
