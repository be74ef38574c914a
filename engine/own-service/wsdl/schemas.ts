import { type SchemaDocument, xsd } from './documents.ts';
import { childrenOf, type QName, qname, referred, type XmlNode } from './xml.ts';

/** A definition of a schema, with what its document says of all in it. */
export interface Definition {
  readonly node: XmlNode;
  readonly namespace: string;
  /** Whether local elements, or attributes, carry the namespace. */
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
}

const kinds = ['element', 'complexType', 'simpleType', 'group', 'attribute', 'attributeGroup'];
/** What a reference can lead to; types share their names. */
export type DefinitionKind = 'element' | 'type' | 'group' | 'attribute' | 'attributeGroup';

/** All definitions of a description's schemas, by their names. */
export class Schemas {
  readonly #known = new Map<string, Definition>();
  /** Elements that may take the place of another, and types made from another. */
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

  /** @param from the schema that refers: names without a namespace may mean its own. */
  find(kind: DefinitionKind, name: QName, from?: Definition): Definition | undefined {
    const found = this.#known.get(`${kind} ${name}`);
    if (found || !from || !name.startsWith('{}')) return found;
    return this.#known.get(`${kind} ${qname(from.namespace, name.slice(2))}`);
  }

  /** Names of what may stand in place of an abstract element or type. */
  insteadOf(kind: 'element' | 'type', name: QName): readonly QName[] {
    return this.#instead.get(`${kind} ${name}`) ?? [];
  }
}

/** What a complex type extends or restricts. */
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

/** The first element of a name of XML Schema in another. */
export function schemaChild(node: XmlNode, name: string): XmlNode | undefined {
  return childrenOf(node, name, xsd)[0];
}
