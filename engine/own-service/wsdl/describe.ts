import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { FoundOperation, FoundService } from '../found.ts';
import { firstSentence } from '../sentence.ts';
import { Definitions, type SoapPort, soapBelow, soapChild } from './bindings.ts';
import { readDocuments, type WsdlSource, wsdl } from './documents.ts';
import { SampleWriter } from './sample.ts';
import { Schemas } from './schemas.ts';
import { childrenOf, type QName, referred, type XmlNode } from './xml.ts';

/** Maximum operations of one description, and characters of all their samples. */
const maxOperations = 5000;
const maxCharacters = 32 * 1024 * 1024;

const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;

/** Names of read-only operations; others may change something. */
const reads =
  /^(get|list|find|search|query|read|fetch|is|has|check|count|describe|retrieve|look_?up|calc|compute|convert|validate|verify|echo|ping|hello|say)/i;

interface Part {
  readonly name: string;
  readonly type: QName | null;
  readonly element: QName | null;
}

/** Creates the operations of a description. */
class Describing {
  readonly operations: FoundOperation[] = [];
  readonly remarks: string[] = [];
  readonly #definitions: Definitions;
  readonly #schemas: Schemas;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #byName = new Map<XmlNode, ReadonlyMap<string, XmlNode[]>>();
  readonly #taken = new Set<string>();
  #characters = 0;

  constructor(definitions: Definitions, schemas: Schemas, prefixes: ReadonlyMap<string, string>) {
    this.#definitions = definitions;
    this.#schemas = schemas;
    this.#prefixes = prefixes;
  }

  /** @param path below the address; null if the address is the port’s own. */
  take(port: SoapPort, path: string | null): void {
    for (const bound of childrenOf(port.binding, 'operation', wsdl)) {
      const { name = '' } = bound.attributes;
      if (this.operations.length >= maxOperations || this.#characters > maxCharacters) {
        this.remarks.push(`${name} and all operations after it are left out: there are too many.`);
        return;
      }
      try {
        const operation = this.#operation(port, bound, path);
        this.#characters += String(operation.call.body).length;
        this.operations.push(operation);
        this.#taken.add(operation.name);
      } catch (error) {
        this.remarks.push(`${name} is left out: ${messageOf(error)}.`);
      }
    }
  }

  #operation(port: SoapPort, bound: XmlNode, path: string | null): FoundOperation {
    const { name = '' } = bound.attributes;
    const abstract = this.#abstract(port, bound);
    const input = childrenOf(bound, 'input', wsdl)[0];
    const message = abstract && childrenOf(abstract, 'input', wsdl)[0];
    if (!abstract || !input || !message) throw new RangeError('it takes no message');
    const soap = soapChild(bound, 'operation');
    const all = this.#parts(referred(message, 'message'));
    const body = this.#body(port, bound, input, all);
    const headers = soapBelow(input, 'header').map((header) => this.#header(header, name));
    const action = soap?.attributes.soapAction ?? '';
    const taken = this.#taken.has(name);
    return {
      name: taken ? `${name}-${this.operations.length + 1}` : name,
      doc: firstSentence(childrenOf(abstract, 'documentation', wsdl)[0]?.text),
      changes: !reads.test(name),
      call: {
        ...(path === null ? {} : { path }),
        ...(action === '' ? {} : { action }),
        version: port.version,
        body: headers.length === 0 ? body : enveloped(port.version, headers, body),
      },
      checks: [],
    };
  }

  /** The operation of the port type; of several with the same name the one with the same input. */
  #abstract({ portType }: SoapPort, bound: XmlNode): XmlNode | undefined {
    const same = this.#abstracts(portType).get(bound.attributes.name ?? '') ?? [];
    const inputOf = (node: XmlNode) => childrenOf(node, 'input', wsdl)[0]?.attributes.name;
    return same.find((one) => inputOf(one) === inputOf(bound)) ?? same[0];
  }

  /** Operations of a port type by name. */
  #abstracts(portType: XmlNode): ReadonlyMap<string, XmlNode[]> {
    const known = this.#byName.get(portType);
    if (known) return known;
    const all = childrenOf(portType, 'operation', wsdl);
    const byName = Map.groupBy(all, ({ attributes }) => attributes.name ?? '');
    this.#byName.set(portType, byName);
    return byName;
  }

  #parts(message: QName | null): readonly Part[] {
    const found = this.#definitions.find('message', message);
    if (!found) throw new RangeError(`message ${message} is not known`);
    return childrenOf(found, 'part', wsdl).map((part) => ({
      name: part.attributes.name ?? '',
      type: referred(part, 'type'),
      element: referred(part, 'element'),
    }));
  }

  #body(port: SoapPort, bound: XmlNode, input: XmlNode, all: readonly Part[]): string {
    const { name = '' } = bound.attributes;
    const body = soapBelow(input, 'body')[0];
    const style =
      soapChild(bound, 'operation')?.attributes.style ??
      soapChild(port.binding, 'binding')?.attributes.style ??
      'document';
    if (body?.attributes.use === 'encoded') {
      throw new RangeError(`it is of the style ${style}/encoded, which is not supported`);
    }
    const attached = new Set(
      soapBelow(input, 'header')
        .filter((header) => this.#isOwn(header, all))
        .map(({ attributes }) => attributes.part),
    );
    const named = body?.attributes.parts?.trim();
    const wanted = all.filter((part) =>
      named === undefined ? !attached.has(part.name) : named.split(/\s+/).includes(part.name),
    );
    if (style === 'rpc') {
      const namespace = body?.attributes.namespace ?? '';
      return this.#write(name, (writer) => writer.procedure(namespace, name, wanted));
    }
    return wanted.map((part) => this.#element(part, name)).join('\n');
  }

  /** Whether a header is a part of the message whose other parts are the body. */
  #isOwn(header: XmlNode, all: readonly Part[]): boolean {
    const parts = this.#parts(referred(header, 'message'));
    return parts.every((part) =>
      all.some((one) => one.name === part.name && one.element === part.element),
    );
  }

  #header(header: XmlNode, operation: string): string {
    const parts = this.#parts(referred(header, 'message'));
    const part = parts.find(({ name }) => name === header.attributes.part);
    if (!part) throw new RangeError(`its header ${header.attributes.part} is not known`);
    return this.#element(part, operation);
  }

  #element({ name, element }: Part, operation: string): string {
    if (element === null) {
      throw new RangeError(`its part ${name} has a type and no element, as only rpc may have`);
    }
    return this.#write(operation, (writer) => writer.element(element));
  }

  #write(operation: string, write: (writer: SampleWriter) => string): string {
    const writer = new SampleWriter(this.#schemas, this.#prefixes);
    const text = write(writer);
    for (const remark of writer.remarks) this.remarks.push(`${operation}: ${remark}.`);
    return text;
  }
}

function enveloped(version: SoapPort['version'], headers: readonly string[], body: string): string {
  return [
    `<soap:Envelope xmlns:soap="${envelopes[version]}">`,
    '<soap:Header>',
    ...headers,
    '</soap:Header>',
    '<soap:Body>',
    body,
    '</soap:Body>',
    '</soap:Envelope>',
  ].join('\n');
}

/** Prefixes of the description, by namespace; those of SOAP and of schemas remain reserved. */
function prefixesOf(roots: readonly XmlNode[]): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const { scope } of roots) {
    for (const [prefix, namespace] of Object.entries(scope)) {
      const free = /^[A-Za-z_][\w.-]*$/.test(prefix) && !/^(soap|xsi|xml.*)$/i.test(prefix);
      if (free && namespace !== '' && !prefixes.has(namespace)) prefixes.set(namespace, prefix);
    }
  }
  return prefixes;
}

function urlOf(address: string | null): URL | null {
  const url = address !== null && URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** Of several ports with the same operations, the first of SOAP 1.1, otherwise of 1.2. */
function chosen(ports: readonly SoapPort[], remarks: string[]): SoapPort[] {
  const taken = new Map<XmlNode, SoapPort>();
  for (const port of [...ports].sort((a, b) => a.version.localeCompare(b.version))) {
    const same = taken.get(port.portType);
    if (same === undefined) taken.set(port.portType, port);
    else if (same.version !== port.version) {
      const { name } = port.portType.attributes;
      remarks.push(`${name} is offered over SOAP ${port.version}, too: set version to use it.`);
    }
  }
  return [...taken.values()];
}

/**
 * The operations of a WSDL 1.1 over SOAP 1.1 and 1.2, with sample messages from its schemas.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function describeWsdl(source: WsdlSource): Promise<FoundService> {
  const documents = await readDocuments(source);
  try {
    const definitions = new Definitions(documents);
    const roots = [...documents.definitions, ...documents.schemas.map(({ root }) => root)];
    const found = new Describing(definitions, new Schemas(documents.schemas), prefixesOf(roots));
    const { ports, others } = definitions.ports();
    found.remarks.push(...documents.remarks);
    if (others.length > 0) {
      found.remarks.push(
        `Bindings to something else than SOAP are left out: ${others.join(', ')}.`,
      );
    }
    const used = chosen(ports, found.remarks);
    const address = takeAll(found, used);
    const { operations, remarks } = found;
    if (operations.length === 0) throw new RangeError(remarks[0] ?? 'it has no binding to SOAP');
    return { protocol: 'soap', address, endpoint: {}, operations, remarks: [...new Set(remarks)] };
  } catch (cause) {
    const message = `${source.start} offers no operation: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
}

/** @returns the common address: for several ports only the host, with paths in the calls. */
function takeAll(found: Describing, ports: readonly SoapPort[]): string | null {
  const urls = ports.map(({ address }) => urlOf(address));
  const first = urls.find((url) => url !== null) ?? null;
  const isOne = urls.every((url) => url === null || url.href === first?.href);
  for (const [index, port] of ports.entries()) {
    const url = urls[index] ?? first;
    if (url && first && url.origin !== first.origin) {
      const { name } = port.binding.attributes;
      found.remarks.push(
        `${name} is left out: it is at ${url.origin}, the rest at ${first.origin}.`,
      );
    } else found.take(port, isOne || !url ? null : `${url.pathname}${url.search}`);
  }
  return first && (isOne ? first.href : first.origin);
}
