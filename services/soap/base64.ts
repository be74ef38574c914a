import { InvalidInput } from '../workloads/refusals.ts';

const whiteSpace = /[\t\n\r ]+/g;
const groups = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 incrementally; white space may occur anywhere. */
export class Base64Reader {
  /** Up to three characters waiting for the fourth. */
  #rest = '';
  #isOver = false;

  /** @throws InvalidInput */
  push(text: string): Uint8Array {
    const all = this.#rest + text.replace(whiteSpace, '');
    const whole = all.length - (all.length % 4);
    this.#rest = all.slice(whole);
    if (this.#isOver && all !== '') throw new InvalidInput('The base64 continues after its end');
    const decodable = all.slice(0, whole);
    if (!groups.test(decodable)) throw new InvalidInput('The content is not base64');
    this.#isOver ||= decodable.endsWith('=');
    return Buffer.from(decodable, 'base64');
  }

  /** @throws InvalidInput if characters are missing. */
  end(): void {
    if (this.#rest !== '')
      throw new InvalidInput('The base64 ends within a group of four characters');
  }
}
