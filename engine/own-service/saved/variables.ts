import { asItStands } from '../found.ts';

const deepest = 10;
/** Most characters that a text has with its variables. */
const longest = 200_000;

/** What Postman makes up for each request, and we do, too. */
const made: Readonly<Record<string, string>> = {
  $guid: '{{uuid}}',
  $randomUUID: '{{uuid}}',
  $timestamp: '{{int 1700000000 1800000000}}',
  $isoTimestamp: '{{now}}',
  $randomInt: '{{int 0 1000}}',
};

/** Stands for what nobody gave: it is a text, a number and an id. */
const anything = '1';

/** The variables of a collection: `{{name}}` in its texts. */
export class Variables {
  readonly #values: ReadonlyMap<string, string>;
  readonly #missing = new Set<string>();

  constructor(values: readonly (readonly [name: string, value: string])[]) {
    // Names without a value are filled in by those who use the collection.
    this.#values = new Map(values.filter(([, value]) => value !== ''));
  }

  has(name: string): boolean {
    return this.#values.has(name.trim());
  }

  /** Names that texts had and the collection has not. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** @throws RangeError for variables in a circle, and for those that grow without end. */
  fill(text: string): string {
    const parts: string[] = [];
    let length = 0;
    const add = (written: string, depth: number) => {
      if (depth > deepest) throw new RangeError('its variables lead in a circle');
      for (const [index, part] of written.split(/\{\{([^{}]*)\}\}/).entries()) {
        const name = part.trim();
        const value = index % 2 === 0 ? undefined : this.#values.get(name);
        if (value !== undefined) add(value, depth + 1);
        else {
          const put = index % 2 === 0 ? asItStands(part) : this.#madeUp(name);
          parts.push(put);
          length += put.length + 1;
        }
        if (length > longest) throw new RangeError('its variables are too long');
      }
    };
    add(text, 0);
    return parts.join('');
  }

  #madeUp(name: string): string {
    const value = Object.hasOwn(made, name) ? made[name] : undefined;
    if (value !== undefined) return value;
    this.#missing.add(name.slice(0, 60));
    return anything;
  }
}
