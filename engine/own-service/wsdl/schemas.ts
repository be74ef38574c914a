import { type SchemaDocument, xsd } from './documents.ts';
import { childrenOf, type QName, qname, referred, type XmlNode } from './xml.ts';

/** A definition of a schema, with the settings of its document. */
export interface Definition {
  readonly node: XmlNode;
  readonly namespace: string;
  /** Whether local elements, or attributes, have the namespace. */
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
}

const kinds = ['element', 'complexType', 'simpleType', 'group', 'attribute', 'attributeGroup'];
/** Kinds of definitions; types share their names. */
export type DefinitionKind = 'element' | 'type' | 'group' | 'attribute' | 'attributeGroup';

/** All definitions of a description's schemas, by name. */
export class Schemas {
  readonly #known = new Map<string, Definition>();
  /** Elements that may substitute another, and derived types. */
  readonly #instead = new Map<string, QName[]>();

  constructor(documents: readonly SchemaDocument[]) {
    for (const { namespace, root } of documents) this.#take(namespace, root);
  }

  #take(namespace: string, root: XmlNode): void {
    const all = {
      namespace,
      elementsQualified: root.attributes.elementFormDefault === 'qualified',
      attributesQualified: root.attributes.attributeFormDefault === 'qualified',
    };
    for (const node of root.children) {
      const { name } = node.attributes;
      if (node.namespace !== xsd || name === undefined || !kinds.includes(node.name)) continue;
      const kind = node.name.endsWith('Type') ? 'type' : node.name;
      const key = `${kind} ${qname(namespace, name)}`;
      if (!this.#known.has(key)) this.#known.set(key, { node, ...all });
      const head = node.name === 'element' ? referred(node, 'substitutionGroup') : baseOf(node);
      if (head === null) continue;
      const others = this.#instead.get(`${kind} ${head}`) ?? [];
      this.#instead.set(`${kind} ${head}`, [...others, qname(namespace, name)]);
    }
  }

  /** @param from the referring schema: names without a namespace may be in its own. */
  find(kind: DefinitionKind, name: QName, from?: Definition): Definition | undefined {
    const found = this.#known.get(`${kind} ${name}`);
    if (found || !from || !name.startsWith('{}')) return found;
    return this.#known.get(`${kind} ${qname(from.namespace, name.slice(2))}`);
  }

  /** Names of elements or types that may replace an abstract one. */
  insteadOf(kind: 'element' | 'type', name: QName): readonly QName[] {
    return this.#instead.get(`${kind} ${name}`) ?? [];
  }
}

/** The base that a complex type extends or restricts. */
export function derivationOf(type: XmlNode): XmlNode | null {
  const content = type.children.find(
    ({ name, namespace }) => namespace === xsd && /^(complex|simple)Content$/.test(name),
  );
  const found = content?.children.find(({ name }) => /^(extension|restriction)$/.test(name));
  return found ?? null;
}

function baseOf(type: XmlNode): QName | null {
  const derivation = derivationOf(type);
  return derivation && referred(derivation, 'base');
}

/** The first child element of XML Schema with this name. */
export function schemaChild(node: XmlNode, name: string): XmlNode | undefined {
  return childrenOf(node, name, xsd)[0];
}
