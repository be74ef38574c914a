import { xsd } from './documents.ts';
import { type Definition, derivationOf, type Schemas, schemaChild } from './schemas.ts';
import { isSimple, SimpleSamples } from './simple.ts';
import { type QName, qname, referred, splitName, type XmlNode } from './xml.ts';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';
/** Maximum nesting of elements. */
const deepest = 40;
/** Up to this depth an element with only optional parts gets them, so that there is something to edit. */
const deepestFilled = 4;
/** Maximum elements tried for one sample. */
const maxElements = 3000;

/** The type of an element: named, or inline. */
interface Content {
  readonly attributes: string;
  /** Lines of elements, or the text. */
  readonly inside: readonly string[] | string;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');
const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
const isOptional = ({ attributes }: XmlNode) => attributes.minOccurs === '0';
const countOf = ({ attributes }: XmlNode) =>
  Math.min(Math.max(Number.parseInt(attributes.minOccurs ?? '1', 10) || 1, 1), 100);

/** Writes one document: an element with all required parts. */
export class SampleWriter {
  readonly remarks = new Set<string>();
  readonly #schemas: Schemas;
  readonly #simple: SimpleSamples;
  readonly #prefixes = new Map<string, string>();
  readonly #wanted: ReadonlyMap<string, string>;
  /** Types of the enclosing elements, which are not entered again. */
  readonly #open: XmlNode[] = [];
  #left = maxElements;

  /** @param wanted prefixes by namespace, from the description. */
  constructor(schemas: Schemas, wanted: ReadonlyMap<string, string>) {
    this.#schemas = schemas;
    this.#simple = new SimpleSamples(schemas);
    this.#wanted = wanted;
  }

  /** A document of an element that the schemas define. @throws RangeError if there is none. */
  element(name: QName): string {
    return this.#document(this.#global(name, 0));
  }

  /**
   * A document of a procedure: its name, containing a part for each of its arguments.
   * @param parts names of the parts with their types or elements.
   */
  procedure(
    namespace: string,
    name: string,
    parts: readonly {
      readonly name: string;
      readonly type: QName | null;
      readonly element: QName | null;
    }[],
  ): string {
    const nowhere = this.#nowhere();
    const inside = parts.flatMap((part) =>
      part.element
        ? this.#global(part.element, 1)
        : lines(part.name, this.#typed(part.type ?? qname(xsd, 'string'), nowhere, 1)),
    );
    return this.#document(lines(this.#tag(namespace, name), { attributes: '', inside }));
  }

  /** Names that no schema surrounds. */
  #nowhere(): Definition {
    const node: XmlNode = {
      tag: '',
      name: '',
      namespace: '',
      attributes: {},
      scope: {},
      children: [],
      text: '',
    };
    return { node, namespace: '', elementsQualified: false, attributesQualified: false };
  }

  #document([start = '', ...rest]: readonly string[]): string {
    const declared = [...this.#prefixes].map(
      ([uri, prefix]) => ` xmlns:${prefix}="${escaped(uri)}"`,
    );
    const opened = start.replace(/^<[^\s/>]+/, (tag) => `${tag}${declared.join('')}`);
    return [opened, ...rest].join('\n');
  }

  #tag(namespace: string, name: string): string {
    if (namespace === '') return name;
    if (namespace === 'http://www.w3.org/XML/1998/namespace') return `xml:${name}`;
    let prefix = this.#prefixes.get(namespace);
    if (prefix === undefined) {
      const taken = new Set(this.#prefixes.values());
      const own = namespace === instance ? 'xsi' : this.#wanted.get(namespace);
      prefix = own && !taken.has(own) ? own : `n${this.#prefixes.size + 1}`;
      while (taken.has(prefix)) prefix += 'n';
      this.#prefixes.set(namespace, prefix);
    }
    return `${prefix}:${name}`;
  }

  #global(name: QName, depth: number, from?: Definition): string[] {
    const found = this.#schemas.find('element', name, from);
    const [, local] = splitName(name);
    if (!found) throw new RangeError(`element ${local} is not defined by any schema that was read`);
    if (found.node.attributes.abstract === 'true') return this.#substitute(name, depth);
    return this.#written(found.node, this.#tag(found.namespace, local), found, depth);
  }

  /** An element that may substitute an abstract one. */
  #substitute(name: QName, depth: number): string[] {
    const [, local] = splitName(name);
    this.#step(depth);
    for (const other of this.#schemas.insteadOf('element', name)) {
      this.remarks.add(`element ${local} is abstract, ${splitName(other)[1]} stands for it`);
      return this.#global(other, depth + 1);
    }
    throw new RangeError(`element ${local} is abstract, and nothing can stand for it`);
  }

  #step(depth: number): void {
    if (depth > deepest) throw new RangeError('its elements are too deep inside of each other');
    if (--this.#left < 0) throw new RangeError(`it needs more than ${maxElements} elements`);
  }

  #written(node: XmlNode, tag: string, from: Definition, depth: number): string[] {
    this.#step(depth);
    const given = node.attributes.fixed ?? node.attributes.default;
    if (given !== undefined) return lines(tag, { attributes: '', inside: escaped(given) });
    try {
      const inner = node.children.find(
        ({ name }) => name === 'complexType' || name === 'simpleType',
      );
      if (inner) return lines(tag, this.#anonymous(inner, from, depth));
      const type = referred(node, 'type');
      if (type) return lines(tag, this.#typed(type, from, depth));
      const head = referred(node, 'substitutionGroup');
      const above = head && this.#schemas.find('element', head, from);
      if (above) return this.#written(above.node, tag, above, depth + 1);
      return lines(tag, { attributes: '', inside: [] });
    } catch (error) {
      if (node.attributes.nillable !== 'true') throw error;
      return [`<${tag} ${this.#tag(instance, 'nil')}="true"/>`];
    }
  }

  #anonymous(type: XmlNode, from: Definition, depth: number): Content {
    if (type.name === 'simpleType') {
      return { attributes: '', inside: escaped(this.#simple.of(type, from)) };
    }
    return this.#complex(type, from, depth);
  }

  #typed(name: QName, from: Definition, depth: number): Content {
    if (isSimple(this.#schemas, name, from)) {
      return { attributes: '', inside: escaped(this.#simple.named(name, from)) };
    }
    const [namespace, local] = splitName(name);
    if (namespace === xsd) return { attributes: '', inside: [] };
    const found = this.#schemas.find('type', name, from);
    if (!found) {
      throw new RangeError(`type ${local} of ${namespace || 'no namespace'} is not known`);
    }
    if (found.node.attributes.abstract !== 'true') return this.#complex(found.node, found, depth);
    return this.#concrete(name, depth);
  }

  /** A type derived from an abstract one. */
  #concrete(name: QName, depth: number): Content {
    this.#step(depth);
    let why: unknown = new RangeError(
      `type ${splitName(name)[1]} is abstract, and no type is made from it`,
    );
    for (const other of this.#schemas.insteadOf('type', name)) {
      try {
        const content = this.#typed(other, this.#nowhere(), depth + 1);
        if (content.attributes.includes(' xsi:type=')) return content;
        const [namespace, local] = splitName(other);
        const kind = ` ${this.#tag(instance, 'type')}="${this.#tag(namespace, local)}"`;
        return { ...content, attributes: `${kind}${content.attributes}` };
      } catch (error) {
        why = error;
      }
    }
    throw why;
  }

  #complex(type: XmlNode, from: Definition, depth: number): Content {
    if (this.#open.includes(type)) throw new RangeError('a type needs itself');
    this.#open.push(type);
    try {
      return this.#contentOf(type, from, depth);
    } finally {
      this.#open.pop();
    }
  }

  #contentOf(type: XmlNode, from: Definition, depth: number): Content {
    const attributes = new Map<string, string>();
    const text = this.#attributesAndText(type, from, attributes, 0);
    const written = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    if (text !== null) return { attributes: written, inside: escaped(text) };
    const needed = this.#particles(type, from, depth, false, 0);
    const inside =
      needed.length > 0 || depth > deepestFilled
        ? needed
        : this.#particles(type, from, depth, true, 0);
    return { attributes: written, inside };
  }

  /**
   * Collects the required attributes of a type, those of its base first.
   * @returns the text of simple content; null if there is none.
   */
  #attributesAndText(
    type: XmlNode,
    from: Definition,
    attributes: Map<string, string>,
    depth: number,
  ): string | null {
    if (depth > 50) throw new RangeError('types extend each other in a circle');
    const derivation = derivationOf(type);
    if (!derivation) {
      this.#attributes(type, from, attributes, depth);
      return null;
    }
    const base = referred(derivation, 'base');
    const above = base && this.#schemas.find('type', base, from);
    let text: string | null = null;
    if (above?.node.name === 'complexType') {
      text = this.#attributesAndText(above.node, above, attributes, depth + 1);
    } else if (schemaChild(type, 'simpleContent') && base) {
      text = this.#simple.named(base, from);
    }
    if (text !== null && derivation.name === 'restriction') {
      text = this.#restricted(derivation, from, base, text);
    }
    this.#attributes(derivation, from, attributes, depth);
    return text;
  }

  /** Restricted simple content: its own facets, before those of its base. */
  #restricted(derivation: XmlNode, from: Definition, base: QName | null, text: string): string {
    const facets = derivation.children.filter(({ attributes }) => attributes.value !== undefined);
    if (schemaChild(derivation, 'simpleType') || (base && isSimple(this.#schemas, base, from))) {
      return this.#simple.of(derivation, from);
    }
    return facets.find(({ name }) => name === 'enumeration')?.attributes.value ?? text;
  }

  #attributes(
    owner: XmlNode,
    from: Definition,
    attributes: Map<string, string>,
    depth: number,
  ): void {
    if (depth > 50) throw new RangeError('groups of attributes hold each other');
    for (const node of owner.children) {
      if (node.namespace !== xsd) continue;
      if (node.name === 'attributeGroup') {
        const name = referred(node, 'ref');
        const group = name && this.#schemas.find('attributeGroup', name, from);
        if (group) this.#attributes(group.node, group, attributes, depth + 1);
      }
      if (node.name === 'attribute' && node.attributes.use === 'required') {
        const [name, value] = this.#attribute(node, from);
        attributes.set(name, value);
      }
    }
  }

  #attribute(node: XmlNode, from: Definition): [name: string, value: string] {
    const ref = referred(node, 'ref');
    if (ref) {
      const [namespace, local] = splitName(ref);
      const found = this.#schemas.find('attribute', ref, from);
      const tag = this.#tag(found?.namespace ?? namespace, local);
      if (found) return [tag, node.attributes.fixed ?? this.#attribute(found.node, found)[1]];
      return [tag, local === 'lang' ? 'en' : 'sample'];
    }
    const { name = '', form, fixed, default: usual } = node.attributes;
    const qualified = form === undefined ? from.attributesQualified : form === 'qualified';
    const tag = qualified ? this.#tag(from.namespace, name) : name;
    const given = fixed ?? usual;
    if (given !== undefined) return [tag, given];
    const inner = schemaChild(node, 'simpleType');
    if (inner) return [tag, this.#simple.of(inner, from)];
    const type = referred(node, 'type');
    return [tag, type ? this.#simple.named(type, from) : 'sample'];
  }

  /** The elements of a type: those of its base, and its own. */
  #particles(
    type: XmlNode,
    from: Definition,
    depth: number,
    fill: boolean,
    circle: number,
  ): string[] {
    if (circle > 50) throw new RangeError('types extend each other in a circle');
    const derivation = derivationOf(type);
    if (!derivation) return this.#group(type, from, depth, fill);
    const own = this.#group(derivation, from, depth, fill);
    if (derivation.name === 'restriction') return own;
    const base = referred(derivation, 'base');
    const above = base && this.#schemas.find('type', base, from);
    if (!above) {
      if (base && splitName(base)[0] !== xsd) {
        throw new RangeError(`type ${splitName(base)[1]} is not known`);
      }
      return own;
    }
    return [...this.#particles(above.node, above, depth, fill, circle + 1), ...own];
  }

  #group(owner: XmlNode, from: Definition, depth: number, fill: boolean): string[] {
    return owner.children.flatMap((node) => this.#particle(node, from, depth, fill));
  }

  /** @param fill whether optional elements are included. */
  #particle(node: XmlNode, from: Definition, depth: number, fill: boolean): string[] {
    if (node.namespace !== xsd || node.attributes.maxOccurs === '0') return [];
    if (!/^(element|sequence|all|choice|group|any)$/.test(node.name)) return [];
    if (isOptional(node)) {
      if (!fill) return [];
      try {
        return this.#once(node, from, depth, fill);
      } catch {
        // Optional, so it is left out.
        return [];
      }
    }
    return Array.from({ length: countOf(node) }, () => this.#once(node, from, depth, fill)).flat();
  }

  #once(node: XmlNode, from: Definition, depth: number, fill: boolean): string[] {
    switch (node.name) {
      case 'element':
        return this.#local(node, from, depth + 1);
      case 'choice':
        return this.#choice(node, from, depth, fill);
      case 'group': {
        this.#step(depth);
        const name = referred(node, 'ref');
        const found = name && this.#schemas.find('group', name, from);
        if (!found) throw new RangeError(`group ${node.attributes.ref} is not known`);
        return this.#group(found.node, found, depth + 1, fill);
      }
      case 'any':
        return ['<!-- any element -->'];
      default:
        return this.#group(node, from, depth, fill);
    }
  }

  #choice(node: XmlNode, from: Definition, depth: number, fill: boolean): string[] {
    let why: unknown = null;
    for (const one of node.children) {
      if (one.namespace !== xsd || one.name === 'annotation') continue;
      try {
        return this.#particle(one, from, depth, fill);
      } catch (error) {
        why ??= error;
      }
    }
    if (why) throw why;
    return [];
  }

  #local(node: XmlNode, from: Definition, depth: number): string[] {
    const ref = referred(node, 'ref');
    if (ref) return this.#global(ref, depth, from);
    const { name = '', form } = node.attributes;
    const qualified = form === undefined ? from.elementsQualified : form === 'qualified';
    return this.#written(node, qualified ? this.#tag(from.namespace, name) : name, from, depth);
  }
}

function lines(tag: string, { attributes, inside }: Content): string[] {
  if (inside.length === 0) return [`<${tag}${attributes}/>`];
  if (typeof inside === 'string') return [`<${tag}${attributes}>${inside}</${tag}>`];
  return [`<${tag}${attributes}>`, ...indented(inside), `</${tag}>`];
}
