import type { PatternTester } from './patterns.ts';
import { type DescriptionTree, isMapping, listAt, type Mapping, mappingAt } from './tree.ts';

/** Thrown where a description demands more work than its size explains. */
export class TooLarge extends Error {}

/** Limits on the work for one operation of a description, and on the total time: 4 s. */
export class Budget {
  readonly #end = performance.now() + 4000;
  #left = 0;

  /** Starts another operation. */
  renew(): void {
    this.#left = 20_000;
  }

  /** @throws TooLarge */
  spend(): void {
    this.#left--;
    if (this.#left < 0 || performance.now() > this.#end) throw new TooLarge();
  }
}

const deepest = 30;

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Merges duplicate keywords so that both apply, as far as one schema can express that. */
function both(key: string, a: unknown, b: unknown): unknown {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== null && y !== null) {
    if (key.startsWith('min') || key === 'exclusiveMinimum') return Math.max(x, y);
    if (key.startsWith('max') || key === 'exclusiveMaximum') return Math.min(x, y);
  }
  if (key === 'required' && Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])];
  if (key === 'enum' && Array.isArray(a) && Array.isArray(b)) {
    return a.filter((one) => b.some((other) => isSame(one, other)));
  }
  if (key === 'properties' && isMapping(a) && isMapping(b)) {
    const joined: Record<string, unknown> = { ...a };
    for (const [name, schema] of Object.entries(b)) {
      joined[name] = Object.hasOwn(a, name) ? { allOf: [a[name], schema] } : schema;
    }
    return joined;
  }
  return b;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function joinSchemas(first: Mapping, second: Mapping): Mapping {
  const joined: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    joined[key] = Object.hasOwn(first, key) ? both(key, first[key], value) : value;
  }
  return joined;
}

/** Interprets schemas: their structure, and the validity of values. */
export class SchemaReader {
  readonly tree: DescriptionTree;
  readonly budget: Budget;
  readonly patterns: PatternTester;

  constructor(tree: DescriptionTree, budget: Budget, patterns: PatternTester) {
    this.tree = tree;
    this.budget = budget;
    this.patterns = patterns;
  }

  /** A schema without `$ref` and `allOf`; true and false are schemas too. @throws WirebenchError SERVICE_INVALID */
  flat(schema: unknown, depth = 0): Mapping | boolean {
    this.budget.spend();
    if (depth > deepest) throw new TooLarge();
    if (typeof schema === 'boolean') return schema;
    if (!isMapping(schema)) return true;
    const { $ref, allOf: _parts, ...own } = schema;
    if (typeof $ref === 'string' && this.tree.isBefore31) {
      return this.flat(this.tree.follow(schema), depth + 1);
    }
    let flat: Mapping = own;
    const parts = [
      ...(typeof $ref === 'string' ? [this.tree.follow(schema)] : []),
      ...listAt(schema, 'allOf'),
    ];
    for (const part of parts) {
      const read = this.flat(part, depth + 1);
      if (read === false) return false;
      // Keywords next to a part are more specific than the part.
      if (read !== true) flat = joinSchemas(read, flat);
    }
    return flat;
  }

  /** Merges one of a schema's alternatives with its other keywords. */
  with(schema: Mapping, variant: unknown): Mapping {
    const { oneOf: _one, anyOf: _any, discriminator: _tag, ...rest } = schema;
    return { allOf: [rest, variant] };
  }

  /** Types by their names in JSON Schema; empty where any is allowed. */
  types(schema: Mapping): readonly string[] {
    const { type, nullable } = schema;
    const named = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    if (named.length > 0) return nullable === true ? [...named, 'null'] : named;
    if (isMapping(schema.properties) || Array.isArray(schema.required)) return ['object'];
    return schema.items === undefined ? [] : ['array'];
  }

  /** Whether a value is valid for a schema, as far as common keywords go. */
  accepts(schema: unknown, value: unknown, depth = 0): boolean {
    const flat = this.flat(schema);
    if (typeof flat === 'boolean') return flat;
    if (depth > deepest) return false;
    const { const: fixed, enum: allowed, not } = flat;
    const accepts = (one: unknown) => this.accepts(one, value, depth + 1);
    if (fixed !== undefined && !isSame(fixed, value)) return false;
    if (value === null && flat.nullable === true && !Array.isArray(allowed)) return true;
    if (Array.isArray(allowed) && !allowed.some((one) => isSame(one, value))) return false;
    if (not !== undefined && accepts(not)) return false;
    const anyOf = listAt(flat, 'anyOf');
    if (anyOf.length > 0 && !anyOf.some(accepts)) return false;
    const oneOf = listAt(flat, 'oneOf');
    if (oneOf.length > 0 && oneOf.filter(accepts).length !== 1) return false;
    const types = flat.type === undefined ? [] : this.types(flat);
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false;
    if (typeof value === 'string') return this.#acceptsText(flat, value);
    if (typeof value === 'number') return acceptsNumber(flat, value);
    if (Array.isArray(value)) return this.#acceptsList(flat, value, depth);
    return isMapping(value) ? this.#acceptsMapping(flat, value, depth) : true;
  }

  #acceptsText(schema: Mapping, value: string): boolean {
    const { minLength, maxLength, pattern, format } = schema;
    const length = [...value].length;
    if (length < (numberOf(minLength) ?? 0)) return false;
    if (length > (numberOf(maxLength) ?? Number.POSITIVE_INFINITY)) return false;
    if (typeof pattern === 'string' && !this.patterns.matches(pattern, value)) return false;
    const written = typeof format === 'string' ? formats.get(format) : undefined;
    return written === undefined || written.test(value);
  }

  #acceptsList(schema: Mapping, value: readonly unknown[], depth: number): boolean {
    if (value.length < (numberOf(schema.minItems) ?? 0)) return false;
    if (value.length > (numberOf(schema.maxItems) ?? Number.POSITIVE_INFINITY)) return false;
    if (schema.uniqueItems === true) {
      if (new Set(value.map((one) => JSON.stringify(one))).size < value.length) return false;
    }
    const before = listAt(schema, 'prefixItems');
    return value.every((one, index) => {
      const item = before[index] ?? schema.items;
      return item === undefined || this.accepts(item, one, depth + 1);
    });
  }

  #acceptsMapping(schema: Mapping, value: Mapping, depth: number): boolean {
    const properties = mappingAt(schema, 'properties');
    const keys = Object.keys(value);
    if (keys.length < (numberOf(schema.minProperties) ?? 0)) return false;
    if (keys.length > (numberOf(schema.maxProperties) ?? Number.POSITIVE_INFINITY)) return false;
    for (const name of listAt(schema, 'required')) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
      if (!this.isReadOnly(properties[name])) return false;
    }
    const patterned = Object.entries(mappingAt(schema, 'patternProperties'));
    return keys.every((name) => {
      if (Object.hasOwn(properties, name)) {
        return this.accepts(properties[name], value[name], depth + 1);
      }
      const fitting = patterned.filter(([pattern]) => this.patterns.matches(pattern, name));
      if (fitting.length > 0) {
        return fitting.every(([, one]) => this.accepts(one, value[name], depth + 1));
      }
      const { additionalProperties: others } = schema;
      return others === undefined || this.accepts(others, value[name], depth + 1);
    });
  }

  /** Whether a property is read-only. */
  isReadOnly(schema: unknown): boolean {
    const flat = schema === undefined ? true : this.flat(schema);
    return typeof flat !== 'boolean' && flat.readOnly === true;
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMapping(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Bounds of a number; `exclusiveMinimum` is a number, or true in older versions. */
export function numberBounds(schema: Mapping) {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return {
    least: Math.max(numberOf(minimum) ?? -Infinity, numberOf(above) ?? -Infinity),
    most: Math.min(numberOf(maximum) ?? Infinity, numberOf(below) ?? Infinity),
    isAbove:
      above === true ||
      ((numberOf(above) ?? -Infinity) >= (numberOf(minimum) ?? -Infinity) &&
        numberOf(above) !== null),
    isBelow:
      below === true ||
      ((numberOf(below) ?? Infinity) <= (numberOf(maximum) ?? Infinity) &&
        numberOf(below) !== null),
    step: numberOf(schema.multipleOf),
  };
}

function acceptsNumber(schema: Mapping, value: number): boolean {
  const { least, most, isAbove, isBelow, step } = numberBounds(schema);
  if (value < least || (isAbove && value === least)) return false;
  if (value > most || (isBelow && value === most)) return false;
  if (step === null || step <= 0) return true;
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)`;

/** Formats that examples often violate. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ['date', new RegExp(`^${date}$`)],
  ['date-time', new RegExp(`^${date}[Tt ]${time}$`)],
  ['time', new RegExp(`^${time}$`)],
  ['uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['email', /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/],
  ['uri', /^[a-z][a-z0-9+.-]*:\/\/[\w.:-]+(?:[/?#][!-~]*)?$/i],
  ['url', /^https?:\/\/[\w.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#][!-~]*)?$/i],
  ['ipv4', /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
  ['byte', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/],
]);
