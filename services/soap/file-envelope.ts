import { InvalidInput } from '../workloads/refusals.ts';
import { Base64Reader } from './base64.ts';
import { type Token, Tokens } from './tokens.ts';

const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';
const onlyBlanks = /^[\t\n\r ]*$/;

/** Location of a file in a message. */
export interface FileElement {
  readonly namespace: string;
  /** Name of the operation's element. */
  readonly request: string;
  /** Name of its only child element, with the file in base64. */
  readonly field: string;
}

/** A message without its file, identifying the call only. */
export function emptyEnvelope({ namespace, request }: FileElement): string {
  return (
    `<soap:Envelope xmlns:soap="${envelopeNamespace}"><soap:Body>` +
    `<${request} xmlns="${namespace}"/></soap:Body></soap:Envelope>`
  );
}

interface OpenElement {
  readonly name: string;
  /** Namespaces by prefix; the empty prefix is the default. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Checks each token of an envelope: four nested elements. */
class Envelope {
  readonly #path: readonly (readonly [namespace: string, name: string])[];
  readonly #open: OpenElement[] = [];
  /** Number of elements so far. */
  #opened = 0;

  constructor({ namespace, request, field }: FileElement) {
    this.#path = [
      [envelopeNamespace, 'Envelope'],
      [envelopeNamespace, 'Body'],
      [namespace, request],
      [namespace, field],
    ];
  }

  /** @returns the token's part of the file. @throws InvalidInput */
  take(token: Token): string {
    if (token.kind === 'text') return this.#text(token.text);
    if (token.kind === 'open') this.#begin(token);
    else this.#close(token.name);
    return '';
  }

  /** @throws InvalidInput for missing or open elements. */
  end(): void {
    if (this.#opened < this.#path.length || this.#open.length > 0) {
      throw new InvalidInput('The message ends before its envelope does');
    }
  }

  #text(text: string): string {
    if (this.#open.length === this.#path.length) return text;
    if (!onlyBlanks.test(text)) throw new InvalidInput('There is text besides the file');
    return '';
  }

  #begin({ name, attributes }: Extract<Token, { kind: 'open' }>): void {
    const namespaces = new Map(this.#open.at(-1)?.namespaces);
    for (const [key, value] of attributes) {
      if (key === 'xmlns') namespaces.set('', value);
      else if (key.startsWith('xmlns:')) namespaces.set(key.slice('xmlns:'.length), value);
    }
    const [prefix = '', local] = name.includes(':') ? name.split(':') : ['', name];
    const expected = this.#opened === this.#open.length ? this.#path[this.#opened] : undefined;
    if (!expected) throw new InvalidInput(`There is no place for ${name} besides the file`);
    if (namespaces.get(prefix) !== expected[0] || local !== expected[1]) {
      throw new InvalidInput(`Expected ${expected[1]} of ${expected[0]} where ${name} is`);
    }
    this.#open.push({ name, namespaces });
    this.#opened++;
  }

  #close(name: string): void {
    const missing = this.#path[this.#opened];
    if (missing) throw new InvalidInput(`Expected ${missing[1]} before ${name} ends`);
    if (this.#open.pop()?.name !== name)
      throw new InvalidInput(`${name} ends what it did not begin`);
  }
}

/**
 * Reads the file in a SOAP 1.1 message as its bytes arrive; buffers only a tag and the current part. Readers
 * know only at the end that the message is complete.
 * @throws InvalidInput if the message is anything but an envelope with the file.
 */
export async function* fileInEnvelope(
  body: AsyncIterable<Uint8Array>,
  element: FileElement,
): AsyncGenerator<Uint8Array> {
  const [tokens, envelope, base64] = [new Tokens(), new Envelope(element), new Base64Reader()];
  for await (const part of body) {
    for (const token of tokens.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))) {
      const bytes = base64.push(envelope.take(token));
      if (bytes.length > 0) yield bytes;
    }
  }
  tokens.end();
  envelope.end();
  base64.end();
}
