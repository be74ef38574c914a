import { xsd } from './documents.ts';
import { patternSample } from './pattern.ts';
import { type Definition, type Schemas, schemaChild } from './schemas.ts';
import { type QName, referred, resolved, splitName, type XmlNode } from './xml.ts';

/** A valid text for each built-in type of XML Schema. */
const builtIn: Readonly<Record<string, string>> = {
  anyURI: 'https://example.com/',
  base64Binary: 'AAEC',
  boolean: 'true',
  byte: '1',
  date: '2025-01-31',
  dateTime: '2025-01-31T12:00:00Z',
  dateTimeStamp: '2025-01-31T12:00:00Z',
  dayTimeDuration: 'P1D',
  decimal: '1.5',
  double: '1.5',
  duration: 'P1D',
  float: '1.5',
  gDay: '---31',
  gMonth: '--01',
  gMonthDay: '--01-31',
  gYear: '2025',
  gYearMonth: '2025-01',
  hexBinary: '00FF',
  int: '1',
  integer: '1',
  language: 'en',
  long: '1',
  negativeInteger: '-1',
  nonNegativeInteger: '1',
  nonPositiveInteger: '-1',
  positiveInteger: '1',
  short: '1',
  time: '12:00:00Z',
  unsignedByte: '1',
  unsignedInt: '1',
  unsignedLong: '1',
  unsignedShort: '1',
  yearMonthDuration: 'P1M',
};
const numbers = /^(decimal|double|float|\w*(int|integer|long|short|byte))$/i;

/** Facets of a text, those of the type itself before those of its base. */
interface Facets {
  readonly values: Map<string, string>;
  readonly patterns: string[];
  enumeration: readonly string[] | null;
}

const noFacets = (): Facets => ({ values: new Map(), patterns: [], enumeration: null });

/** Creates texts of simple types. */
export class SimpleSamples {
  readonly #schemas: Schemas;
  /** Identifiers are unique in a document. */
  #identifiers = 0;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** @throws RangeError when a type is unknown, or has no sample. */
  named(name: QName, from: Definition, facets = noFacets(), depth = 0): string {
    const [namespace, local] = splitName(name);
    if (namespace === xsd) return this.#builtIn(local, facets);
    const found = this.#schemas.find('type', name, from);
    if (found?.node.name === 'simpleType') return this.of(found.node, found, facets, depth + 1);
    // A type of a file that was not read.
    throw new RangeError(`type ${local} of ${namespace || 'no namespace'} is not known`);
  }

  /** @param type a `simpleType`, or the restriction of simple content. */
  of(type: XmlNode, from: Definition, facets = noFacets(), depth = 0): string {
    if (depth > 50) throw new RangeError('types restrict each other in a circle');
    const list = schemaChild(type, 'list');
    if (list) return this.#list(list, from, facets, depth);
    const union = schemaChild(type, 'union');
    if (union) return this.#union(union, from, facets, depth);
    const restriction = type.name === 'simpleType' ? schemaChild(type, 'restriction') : type;
    if (!restriction) return 'sample';
    collect(restriction, facets);
    const inner = schemaChild(restriction, 'simpleType');
    if (inner) return this.of(inner, from, facets, depth + 1);
    const base = referred(restriction, 'base');
    return base ? this.named(base, from, facets, depth + 1) : 'sample';
  }

  #list(list: XmlNode, from: Definition, facets: Facets, depth: number): string {
    const [first] = facets.enumeration ?? [];
    if (first !== undefined) return first;
    const { values } = facets;
    const count = Number(values.get('length') ?? values.get('minLength') ?? 1);
    const inner = schemaChild(list, 'simpleType');
    const name = referred(list, 'itemType');
    const one = inner
      ? this.of(inner, from, noFacets(), depth + 1)
      : name
        ? this.named(name, from, noFacets(), depth + 1)
        : 'sample';
    return Array.from({ length: Math.min(Math.max(count, 1), 1000) }, () => one).join(' ');
  }

  #union(union: XmlNode, from: Definition, facets: Facets, depth: number): string {
    const [member] = (union.attributes.memberTypes ?? '').trim().split(/\s+/);
    if (member) return this.named(resolved(union, member), from, facets, depth + 1);
    const inner = schemaChild(union, 'simpleType');
    return inner ? this.of(inner, from, facets, depth + 1) : 'sample';
  }

  #builtIn(type: string, facets: Facets): string {
    const [first] = facets.enumeration ?? [];
    if (first !== undefined) return first;
    if (/^(ID|ENTITY|ENTITIES)$/.test(type)) return `id${++this.#identifiers}`;
    const usual = builtIn[type] ?? 'sample';
    const fits = (text: string) => fitsLength(text, facets);
    const [pattern] = facets.patterns;
    if (pattern !== undefined) {
      return (
        [usual, numbers.test(type) ? '0' : ''].find(
          (text) => fits(text) && matches(facets.patterns, text),
        ) ??
        patternSample(pattern, (text) => fits(text) && matches(facets.patterns, text)) ??
        patternSample(pattern, fits) ??
        usual
      );
    }
    if (numbers.test(type)) return numberIn(usual, type, facets);
    const { values } = facets;
    const least = values.get('minInclusive') ?? values.get('maxInclusive');
    if (least !== undefined) return least;
    return withLength(usual, type, facets);
  }
}

function collect(restriction: XmlNode, facets: Facets): void {
  const enumeration: string[] = [];
  const patterns: string[] = [];
  for (const { name, namespace, attributes } of restriction.children) {
    const { value } = attributes;
    if (namespace !== xsd || value === undefined) continue;
    if (name === 'enumeration') enumeration.push(value);
    else if (name === 'pattern') patterns.push(value);
    else if (!facets.values.has(name)) facets.values.set(name, value);
  }
  if (enumeration.length > 0) facets.enumeration ??= enumeration;
  // Patterns of one step are alternatives.
  if (patterns.length > 0) facets.patterns.push(patterns.map((one) => `(${one})`).join('|'));
}

/** As far as JavaScript supports the pattern. */
function matches(patterns: readonly string[], text: string): boolean {
  return patterns.every((pattern) => {
    // Only patterns of moderate length are tested on short texts: some take forever.
    if (pattern.length > 500 || /[*+}][^)]*\)[*+{]/.test(pattern)) return false;
    try {
      return new RegExp(`^(?:${pattern})$`, 'u').test(text.slice(0, 200));
    } catch {
      return false;
    }
  });
}

function fitsLength(text: string, { values }: Facets): boolean {
  const exact = values.get('length');
  if (exact !== undefined) return text.length === Number(exact);
  const least = Number(values.get('minLength') ?? 0);
  return text.length >= least && text.length <= Number(values.get('maxLength') ?? Infinity);
}

function withLength(usual: string, type: string, facets: Facets): string {
  const { values } = facets;
  const least = Math.min(Number(values.get('length') ?? values.get('minLength') ?? 0), 10_000);
  const most = Number(values.get('length') ?? values.get('maxLength') ?? Infinity);
  if (type === 'base64Binary' || type === 'hexBinary') {
    const encoding = type === 'hexBinary' ? 'hex' : 'base64';
    const bytes = Math.min(Math.max(2, least), most);
    return Buffer.alloc(bytes).toString(encoding).toUpperCase();
  }
  if (usual.length > most) return usual.slice(0, most);
  return usual.length >= least ? usual : usual.padEnd(least, usual);
}

/** A number within its bounds. */
function numberIn(usual: string, type: string, { values }: Facets): string {
  const isWhole = !/^(decimal|double|float)$/.test(type);
  const digits = values.get('totalDigits');
  const step = isWhole || values.get('fractionDigits') === '0' || digits === '1' ? 1 : 0.5;
  const start = step === 1 && usual === '1.5' ? '1' : usual;
  const inclusive = values.get('minInclusive');
  const exclusive = values.get('minExclusive');
  if (inclusive !== undefined && Number(inclusive) > Number(start)) return inclusive;
  if (exclusive !== undefined && Number(exclusive) >= Number(start)) {
    return String(Number(exclusive) + step);
  }
  const most = values.get('maxInclusive');
  if (most !== undefined && Number(most) < Number(start)) return most;
  const below = values.get('maxExclusive');
  if (below === undefined || Number(below) > Number(start)) return start;
  return String(Number(below) - step);
}

/** Whether a name is of a type with text content. */
export function isSimple(schemas: Schemas, name: QName, from: Definition): boolean {
  const [namespace, local] = splitName(name);
  if (namespace === xsd) return local !== 'anyType';
  return schemas.find('type', name, from)?.node.name === 'simpleType';
}
