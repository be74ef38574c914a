import { type Documents, wsdl } from './documents.ts';
import { childrenOf, type QName, qname, referred, type XmlNode } from './xml.ts';

const versions: Readonly<Record<string, '1.1' | '1.2'>> = {
  'http://schemas.xmlsoap.org/wsdl/soap/': '1.1',
  'http://schemas.xmlsoap.org/wsdl/soap12/': '1.2',
};
type SoapVersion = '1.1' | '1.2';

/** A SOAP binding, with its address. */
export interface SoapPort {
  readonly version: SoapVersion;
  readonly address: string | null;
  readonly binding: XmlNode;
  readonly portType: XmlNode;
}

/** A SOAP element of the description, with its version. */
export function soapChild(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((one) => one.name === name && versions[one.namespace] !== undefined);
}

/** The same, also if nested in another element, such as parts of MIME. */
export function soapBelow(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((one) =>
    one.name === name && versions[one.namespace] ? [one] : soapBelow(one, name),
  );
}

/** All messages, port types and bindings, by name. */
export class Definitions {
  readonly #known = new Map<string, XmlNode>();
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
    for (const root of documents.definitions) {
      const namespace = root.attributes.targetNamespace ?? '';
      for (const node of root.children) {
        const { name } = node.attributes;
        if (node.namespace !== wsdl || !name) continue;
        this.#known.set(`${node.name} ${qname(namespace, name)}`, node);
      }
    }
  }

  find(kind: 'message' | 'portType' | 'binding', name: QName | null): XmlNode | undefined {
    return name === null ? undefined : this.#known.get(`${kind} ${name}`);
  }

  /** SOAP bindings as services offer them; without a service, all of them. */
  ports(): { readonly ports: readonly SoapPort[]; readonly others: readonly string[] } {
    const services = this.#documents.definitions.flatMap((root) =>
      childrenOf(root, 'service', wsdl),
    );
    const offered = services.flatMap((service) => childrenOf(service, 'port', wsdl));
    const found = offered.map((port) => ({
      binding: this.find('binding', referred(port, 'binding')),
      address: soapChild(port, 'address')?.attributes.location?.trim() ?? null,
    }));
    const bindings = this.#documents.definitions.flatMap((root) =>
      childrenOf(root, 'binding', wsdl),
    );
    const all = found.some(({ binding }) => binding)
      ? found
      : bindings.map((binding) => ({ binding, address: null }));
    const ports: SoapPort[] = [];
    const others: string[] = [];
    for (const { binding, address } of all) {
      if (!binding) continue;
      // Some descriptions lack the element of the binding, but use it otherwise.
      const said = soapChild(binding, 'binding') ?? soapBelow(binding, 'operation')[0];
      const version = versions[said?.namespace ?? ''];
      const portType = this.find('portType', referred(binding, 'type'));
      if (version && portType) ports.push({ version, address, binding, portType });
      else others.push(binding.attributes.name ?? '');
    }
    return { ports, others };
  }
}
