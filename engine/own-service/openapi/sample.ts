import { textOfPattern } from './patterns.ts';
import { numberBounds, type SchemaReader } from './schema.ts';
import { isMapping, listAt, type Mapping, mappingAt, textAt } from './tree.ts';

/** Stands for a value without a finite example, as in a circle of required parts. */
export const none: unique symbol = Symbol('none');
type Made = unknown | typeof none;

/** Deeper values are left out: an experiment file has at most 20 levels. */
const deepest = 12;
/** Maximum optional parts of a value, which make it realistic as long as they are few. */
const maxOptional = 30;
const maxVariants = 20;
const maxItems = 100;
const longestText = 10_000;
const longestExample = 20_000;

const texts: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-02T03:04:05Z'],
  ['date', '2026-01-02'],
  ['time', '03:04:05Z'],
  ['duration', 'P1D'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['email', 'someone@example.com'],
  ['idn-email', 'someone@example.com'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['iri', 'https://example.com/'],
  ['uri-reference', '/example'],
  ['hostname', 'example.com'],
  ['idn-hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['byte', 'dGV4dA=='],
  ['json-pointer', '/example'],
  ['regex', '^a$'],
  ['int32', '1'],
  ['int64', '1'],
  ['decimal', '1.5'],
]);

/** Creates values that schemas accept: the description's own examples where valid, otherwise the simplest. */
export class Sampler {
  readonly #reader: SchemaReader;
  #optional = 0;

  constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  /**
   * @param examples of the value outside of the schema.
   * @returns none if there is no finite example known to be valid.
   * @throws TooLarge
   */
  sample(schema: unknown, examples: readonly unknown[] = []): Made {
    this.#optional = maxOptional;
    const own = this.#usable(schema, examples);
    return own === none ? this.#value(schema, []) : own;
  }

  #usable(schema: unknown, examples: readonly unknown[]): Made {
    const found = examples.slice(0, 5).find((one) => {
      if (one === undefined || one === null) return false;
      const isLong = (JSON.stringify(one)?.length ?? 0) > longestExample;
      return !isLong && depthOf(one) <= deepest && this.#reader.accepts(schema, one);
    });
    return found === undefined ? none : this.#inRequest(schema, found);
  }

  /** An example without read-only properties. */
  #inRequest(schema: unknown, example: unknown): unknown {
    const flat = this.#reader.flat(schema);
    if (typeof flat === 'boolean' || !isMapping(example)) return example;
    const properties = mappingAt(flat, 'properties');
    const kept = Object.entries(example).filter(
      ([name]) => !this.#reader.isReadOnly(properties[name]),
    );
    return Object.fromEntries(
      kept.map(([name, value]) => [
        name,
        Object.hasOwn(properties, name) ? this.#inRequest(properties[name], value) : value,
      ]),
    );
  }

  /** @param above the enclosing schemas. */
  #value(schema: unknown, above: readonly unknown[]): Made {
    const reference = isMapping(schema) ? textAt(schema, '$ref') : '';
    const target = reference === '' ? schema : this.#reader.tree.follow(schema);
    if (above.length > deepest * 3 || (isMapping(target) && above.includes(target))) return none;
    const flat = this.#reader.flat(schema);
    if (typeof flat === 'boolean') return flat ? 'text' : none;
    const inside = [...above, target];
    const given = [
      flat.const,
      flat.example,
      ...listAt(flat, 'examples').slice(0, 3),
      flat.default,
      ...listAt(flat, 'enum').slice(0, 20),
    ];
    for (const one of given) {
      const found = this.#usable(flat, [one]);
      if (found !== none) return found;
    }
    const variants = [...listAt(flat, 'oneOf'), ...listAt(flat, 'anyOf')];
    if (variants.length > 0) return this.#variant(flat, variants, inside);
    const made = this.#made(flat, inside);
    return isMapping(made) ? this.#tagged(flat, made, reference) : made;
  }

  #variant(schema: Mapping, variants: readonly unknown[], above: readonly unknown[]): Made {
    for (const variant of variants.slice(0, maxVariants)) {
      const target = this.#reader.tree.follow(variant);
      if (above.includes(target)) continue;
      const value = this.#value(this.#reader.with(schema, variant), [...above, target]);
      if (value === none || value === null) continue;
      const reference = isMapping(variant) ? textAt(variant, '$ref') : '';
      const tagged = isMapping(value) ? this.#tagged(schema, value, reference) : value;
      for (const one of [tagged, value]) if (this.#reader.accepts(schema, one)) return one;
    }
    return this.#reader.accepts(schema, null) ? null : none;
  }

  /** Sets the discriminator of a value where the schema has one. */
  #tagged(schema: Mapping, value: Mapping, reference: string): Mapping {
    const tag = mappingAt(schema, 'discriminator');
    const property = textAt(tag, 'propertyName') || textAt(schema, 'discriminator');
    const name = reference.split('/').at(-1) ?? '';
    if (property === '' || name === '') return value;
    const mapped = Object.entries(mappingAt(tag, 'mapping')).find(
      ([, to]) => typeof to === 'string' && to.split('/').at(-1) === name,
    );
    const tagged = { ...value, [property]: mapped?.[0] ?? name };
    return this.#reader.accepts(schema, tagged) ? tagged : value;
  }

  #made(schema: Mapping, above: readonly unknown[]): Made {
    const types = this.#reader.types(schema);
    const type = types.find((one) => one !== 'null') ?? types[0] ?? 'any';
    if (Array.isArray(schema.enum)) return none;
    switch (type) {
      case 'object':
        return this.#mapping(schema, above);
      case 'array':
        return this.#list(schema, above);
      case 'integer':
      case 'number':
        return this.#number(schema, type === 'integer');
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'string':
      case 'any':
        return this.#text(schema);
      default:
        return none;
    }
  }

  #mapping(schema: Mapping, above: readonly unknown[]): Made {
    const properties = mappingAt(schema, 'properties');
    const required = listAt(schema, 'required').filter((name) => typeof name === 'string');
    const names = new Set([...Object.keys(properties), ...required]);
    const value: Record<string, unknown> = {};
    const needed = new Set(required);
    for (const name of names) {
      const property = Object.hasOwn(properties, name)
        ? properties[name]
        : schema.additionalProperties;
      if (property !== undefined && this.#reader.isReadOnly(property)) continue;
      if (!needed.has(name) && !this.#wants(property, above)) continue;
      const inner = this.#value(property ?? true, above);
      if (inner !== none) value[name] = inner;
      else if (needed.has(name)) return none;
    }
    const least = Math.min(Number(schema.minProperties) || 0, maxItems);
    const others = schema.additionalProperties ?? true;
    for (let number = 1; Object.keys(value).length < least && others !== false; number++) {
      const inner = number > maxItems ? none : this.#value(others, above);
      if (inner === none) return none;
      value[`key${number}`] = inner;
    }
    if (this.#reader.accepts({ ...schema, oneOf: [], anyOf: [] }, value)) return value;
    return none;
  }

  /** Whether an optional property is included. */
  #wants(property: unknown, above: readonly unknown[]): boolean {
    if (this.#optional <= 0 || above.length > 8) return false;
    const flat = this.#reader.flat(property);
    if (typeof flat === 'boolean' || flat.deprecated === true) return false;
    this.#optional--;
    return true;
  }

  #list(schema: Mapping, above: readonly unknown[]): Made {
    const before = listAt(schema, 'prefixItems');
    const least = Number(schema.minItems) || 0;
    if (schema.maxItems === 0) return [];
    if (Math.max(least, before.length) > maxItems) return none;
    const values: unknown[] = [];
    for (let index = 0; index < Math.max(1, least, before.length); index++) {
      const inner = this.#value(before[index] ?? schema.items ?? true, above);
      if (inner === none) break;
      values.push(inner);
    }
    if (schema.uniqueItems === true) this.#makeDiffer(values, schema.items);
    return this.#reader.accepts(schema, values) ? values : none;
  }

  /** Makes items unique where required: other values of an enumeration, other numbers and texts. */
  #makeDiffer(values: unknown[], items: unknown): void {
    const flat = this.#reader.flat(items);
    const allowed = typeof flat === 'boolean' ? [] : listAt(flat, 'enum');
    for (const [index, value] of values.entries()) {
      if (index === 0) continue;
      if (allowed[index] !== undefined) values[index] = allowed[index];
      else if (typeof value === 'number') values[index] = value + index;
      else if (typeof value === 'string') values[index] = `${value}${index}`;
    }
  }

  #number(schema: Mapping, isWhole: boolean): Made {
    const { least, most, isAbove, isBelow, step } = numberBounds(schema);
    const unit = step !== null && step > 0 ? step : 1;
    const lowest = Math.ceil(least / unit) * unit + (isAbove ? unit : 0);
    const highest = Math.floor(most / unit) * unit - (isBelow ? unit : 0);
    const middle = (least + most) / 2;
    const candidates = [1, unit, 0, lowest, Math.ceil(least), highest, least, most, middle];
    const found = candidates.find(
      (one) =>
        Number.isFinite(one) &&
        (!isWhole || Number.isInteger(one)) &&
        this.#reader.accepts({ ...schema, type: undefined }, one),
    );
    return found ?? none;
  }

  #text(schema: Mapping): Made {
    const format = textAt(schema, 'format');
    const least = Number(schema.minLength) || 0;
    const most = typeof schema.maxLength === 'number' ? schema.maxLength : longestText;
    if (format === 'binary' || least > longestText) return none;
    const pattern = textAt(schema, 'pattern');
    const made = pattern === '' ? null : textOfPattern(pattern);
    const usual = texts.get(format) ?? 'text';
    const candidates = [
      ...(made === null ? [] : [made, made.padEnd(least, made.at(-1) ?? 'a')]),
      usual,
      usual.padEnd(least, 'x').slice(0, Math.max(0, most)),
      ...['a', 'A', '1'].map((sign) => sign.repeat(Math.max(1, least))),
      '',
    ];
    return candidates.find((one) => this.#reader.accepts(schema, one)) ?? none;
  }
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return depth;
  return Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)));
}
